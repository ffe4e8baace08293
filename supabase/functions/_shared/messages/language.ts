/** Languages in which the server has texts of its own. */
export const LANGUAGES = ['en', 'de', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag)

/** A language tag and what is left of it without region and script: `zh-Hant-TW` is also `zh-Hant` and `zh`. */
function widened(tag: unknown): string[] {
  if (typeof tag !== 'string') return []
  const parts = tag.trim().toLowerCase().split(/[-_]/).filter(Boolean)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}

/**
 * Returns the languages in which a person is written to, the best first: their own, without its region, the firm's default
 * language, English. The tags are in small letters.
 *
 * @param lang the person's language tag; anything else if they have chosen none
 * @param standard the firm's default language
 */
export const chainOf = (lang: unknown, standard: string): string[] => [
  ...new Set([...widened(lang), ...widened(standard), 'en']),
]

/** Returns the language of `chainOf` in which the server has texts of its own. */
export const builtIn = (lang: unknown, standard: string): Language => chainOf(lang, standard).find(isLanguage) ?? 'en'

/** The language that a user's metadata names, if any. */
export const chosenLanguage = (metadata: Record<string, unknown>): unknown =>
  metadata['lang_locale'] ?? metadata['lang'] ?? metadata['locale']

/** Returns the language that a user's metadata names, or what stands for it (`builtIn`). */
export const languageOf = (metadata: Record<string, unknown>, standard: string): Language =>
  builtIn(chosenLanguage(metadata), standard)
