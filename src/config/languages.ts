/** Languages that ship with the build; the operator can add others (lib/texts). */
export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
  { locale: 'ar', name: 'العربية' }
] as const

export type Locale = (typeof languages)[number]['locale']

/** Spec section 9: the fallback language. */
export const fallbackLocale: Locale = 'en'

/** Whether the build ships texts for this language. */
export function isLocale(value: unknown): value is Locale {
  return languages.some((language) => language.locale === value)
}
