import useSWRImmutable from 'swr/immutable'
import { isLocale } from '@/config/languages'
import { loadBundle } from '@/lib/i18n'
import { keptWhile } from '@/lib/kept-while'
import { flatten, soundTexts, withTexts } from '@/lib/texts/model'
import type { Language } from '../api'
import type { Ground } from '../model'

async function loadGround(locale: string, standard: Language): Promise<Ground> {
  const english = await loadBundle('en')
  const reference = flatten(english)
  const defaultBundle = isLocale(standard.lang_locale) ? await loadBundle(standard.lang_locale) : english
  const theirs = soundTexts(standard.key_value_pairs, flatten(defaultBundle), standard.lang_locale)
  return {
    locale,
    own: isLocale(locale) ? flatten(await loadBundle(locale)) : null,
    english: reference,
    fallback: flatten(withTexts(defaultBundle, theirs))
  }
}

const sameLanguage = keptWhile<[string, string, string, number]>(([, now], [, before]) => now === before)

/**
 * What a language's texts are set against; undefined while it loads. When the default changes, the old one stays until the
 * new one is there: an editor that goes away meanwhile would lose what is in it.
 */
export function useGround(locale: string, standard: Language | undefined): Ground | undefined {
  const { data } = useSWRImmutable(
    standard && ['language-ground', locale, standard.id, standard.version],
    () => (standard ? loadGround(locale, standard) : undefined),
    { use: [sameLanguage] }
  )
  return data
}
