import useSWR from 'swr'
import { isLocale } from '@/config/languages'
import { keptWhile } from '@/lib/server/kept-while'
import { loadBundle } from '@/lib/texts/files'
import { flatten, soundTexts, withTexts } from '@/lib/texts/model'
import type { Ground } from '../model/rows'
import { type Language, readFirmTexts } from '../queries'

async function loadGround(locale: string, standard: Language): Promise<Ground> {
  const [english, firm] = await Promise.all([loadBundle('en'), readFirmTexts()])
  const reference = flatten(english)
  const defaultBundle = isLocale(standard.lang_locale) ? await loadBundle(standard.lang_locale) : english
  const theirs = soundTexts(standard.key_value_pairs, flatten(defaultBundle), standard.lang_locale)
  return {
    locale,
    own: isLocale(locale) ? flatten(await loadBundle(locale)) : null,
    english: reference,
    fallback: flatten(withTexts(defaultBundle, theirs)),
    firm,
    isDefault: locale === standard.lang_locale
  }
}

const sameLanguage = keptWhile<[string, string, string, number]>(([, now], [, before]) => now === before)

/**
 * Loads the texts that the editor compares a language with; undefined while loading. When the default language's texts change,
 * the loaded texts stay until the new ones have arrived. Otherwise the editor would be unmounted and lose its content.
 */
export function useGround(locale: string, standard: Language | undefined) {
  const { data, error, mutate } = useSWR(
    standard && ['language-ground', locale, standard.id, standard.version],
    () => (standard ? loadGround(locale, standard) : undefined),
    { use: [sameLanguage], revalidateIfStale: true, revalidateOnFocus: false }
  )
  return { ground: data, error, retry: () => void mutate() }
}
