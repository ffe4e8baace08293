import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWRImmutable from 'swr/immutable'
import { isLocale, languages } from '@/config/languages'
import { loadBundle } from '@/lib/i18n'
import { flatten } from '@/lib/texts/model'

/** Page names in the other languages, by the page's name. */
async function loadWords(locale: string): Promise<Map<string, string[]>> {
  const others = languages.filter((language) => language.locale !== locale)
  const bundles = await Promise.all(others.map((language) => loadBundle(language.locale)))
  const words = new Map<string, string[]>()
  for (const bundle of bundles) {
    for (const [key, text] of flatten({ common: bundle.common ?? {}, shell: bundle.shell ?? {} })) {
      const [, name] = /^(?:common|shell)\.pages\.(\w+)\.(?:label|title)$/.exec(key) ?? []
      if (name) words.set(name, [...(words.get(name) ?? []), text])
    }
  }
  return words
}

/**
 * Pages by their names in every bundled language: a colleague says "Einstellungen", the screen "Settings".
 *
 * @param isWanted once the current language has no match; the others are then downloaded and kept
 */
export function usePageWords(isWanted: boolean): ReadonlyMap<string, readonly string[]> | undefined {
  const { i18n } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  if (isWanted && !isAsked) setAsked(true)
  const locale = isLocale(i18n.language) ? i18n.language : 'en'
  return useSWRImmutable(isAsked && ['page-words', locale], () => loadWords(locale)).data
}
