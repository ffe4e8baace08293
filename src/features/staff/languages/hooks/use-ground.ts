import useSWR from 'swr'
import { isLocale } from '@/config/languages'
import { keptWhile } from '@/lib/server/kept-while'
import { loadBundle } from '@/lib/texts/files'
import { flatten, soundTexts, withTexts } from '@/lib/texts/model'
import { type Ground, progressOf, rowsOf } from '../model/rows'
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

/**
 * How much of each language that the build does not contain is translated, from 0 to 1 by its id; empty while loading. Only then
 * are the build's texts loaded.
 */
export function useProgress(rows: readonly Language[]): ReadonlyMap<string, number> {
  const own = rows.filter(({ lang_locale }) => !isLocale(lang_locale))
  const standard = rows.find(({ is_default }) => is_default)
  const { data } = useSWR(
    standard &&
      own.length > 0 && ['language-progress', ...[standard, ...own].map(({ id, version }) => `${id} ${version}`)],
    async () => {
      if (!standard) return new Map<string, number>()
      const shares = own.map(async (row) => {
        const ground = await loadGround(row.lang_locale, standard)
        return [row.id, progressOf(rowsOf(ground, row.key_value_pairs))] as const
      })
      return new Map(await Promise.all(shares))
    },
    { revalidateOnFocus: false }
  )
  return data ?? none
}

const none: ReadonlyMap<string, number> = new Map()
