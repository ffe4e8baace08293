import useSWRImmutable from 'swr/immutable'
import { isLocale } from '@/config/languages'
import { loadBundle } from '@/lib/i18n'
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

/** What a language's texts are set against; undefined while it loads. */
export function useGround(locale: string, standard: Language | undefined): Ground | undefined {
  const { data } = useSWRImmutable(standard && ['language-ground', locale, standard.id, standard.version], () =>
    standard ? loadGround(locale, standard) : undefined
  )
  return data
}
