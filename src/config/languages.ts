/** Languages whose texts are part of the build. The operator can add others (src/lib/texts). */
export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
  { locale: 'ar', name: 'العربية' }
] as const

export type Locale = (typeof languages)[number]['locale']

/** The language used if no other one fits (section 9 of the specification). */
export const fallbackLocale: Locale = 'en'

/** Returns whether the build contains texts for this language. */
export function isLocale(value: unknown): value is Locale {
  return languages.some((language) => language.locale === value)
}
