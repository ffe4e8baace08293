/** Languages whose texts the build brings; the operator may offer others (lib/texts). */
export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
  { locale: 'ar', name: 'العربية' }
] as const

export type Locale = (typeof languages)[number]['locale']

/** Spec section 9: the language of last resort. */
export const fallbackLocale: Locale = 'en'

/** Whether the build brings the texts of this language. */
export function isLocale(value: unknown): value is Locale {
  return languages.some((language) => language.locale === value)
}
