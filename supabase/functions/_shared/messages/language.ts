/** Languages in which the server writes notifications and receipts. */
export const LANGUAGES = ['en', 'de', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** Returns the language that a user's metadata names; English if we do not support it or none is named. */
export function languageOf(metadata: Record<string, unknown>): Language {
  const chosen = metadata['lang_locale'] ?? metadata['lang'] ?? metadata['locale']
  const code = typeof chosen === 'string' ? chosen.toLowerCase().split(/[-_]/)[0] : ''
  return LANGUAGES.find((language) => language === code) ?? 'en'
}
