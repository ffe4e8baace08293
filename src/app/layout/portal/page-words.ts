import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWRImmutable from 'swr/immutable'
import { isLocale, languages } from '@/config/languages'
import { loadWords as loadNamespace } from '@/lib/texts/files'
import { flatten } from '@/lib/texts/model'

/** Loads the names of all pages in all languages of the build except `locale`, by the page's `name`. */
async function loadWords(locale: string): Promise<Map<string, string[]>> {
  const others = languages.filter((language) => language.locale !== locale)
  const wanted = others.flatMap((language) => ['common', 'shell'].map((name) => loadNamespace(language.locale, name)))
  const words = new Map<string, string[]>()
  for (const texts of await Promise.all(wanted)) {
    for (const [key, text] of flatten({ texts: texts ?? {} })) {
      const [, name] = /^texts\.pages\.(\w+)\.(?:label|title)$/.exec(key) ?? []
      if (name) words.set(name, [...(words.get(name) ?? []), text])
    }
  }
  return words
}

/**
 * Returns the names of pages in the other languages of the build, so that the command palette also finds a page by them: a
 * colleague may say "Einstellungen" while the screen says "Settings".
 *
 * @param isWanted true if no name in the current language matches; the other languages are then downloaded and kept
 */
export function usePageWords(isWanted: boolean): ReadonlyMap<string, readonly string[]> | undefined {
  const { i18n } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  if (isWanted && !isAsked) setAsked(true)
  const locale = isLocale(i18n.language) ? i18n.language : 'en'
  return useSWRImmutable(isAsked && ['page-words', locale], () => loadWords(locale)).data
}
