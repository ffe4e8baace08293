/** Languages whose texts are in the build; the operator can add others (lib/texts). */
export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
  { locale: 'ar', name: 'العربية' }
] as const

export type Locale = (typeof languages)[number]['locale']

/** The language used if no other fits (section 9 of the specification). */
export const fallbackLocale: Locale = 'en'

/** Whether the build ships texts for this language. */
export function isLocale(value: unknown): value is Locale {
  return languages.some((language) => language.locale === value)
}
