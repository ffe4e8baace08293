import type { Tags } from './primitives.ts'

const LANGUAGE = /^name:([a-z]{2,3}(?:-[A-Za-z]{2,8})?)$/

/** Returns an element's names in other languages by language code, in alphabetical order, if they differ from its main name. */
export function translationsOf(tags: Tags): Record<string, string> {
  const names: Record<string, string> = {}
  for (const key of Object.keys(tags).sort()) {
    const language = LANGUAGE.exec(key)?.[1]
    const value = tags[key]
    if (language && value && value !== tags.name) names[language] = value
  }
  return names
}
