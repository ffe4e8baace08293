import i18next from 'i18next'

/**
 * Returns a text that the firm wrote itself, such as the name of a car type or a reason for cancelling, in the page's language.
 * It stays as it was written if the operator has not translated it (page "Languages"). When the texts change, every component
 * that uses `useTranslation()` renders again.
 */
export function firmText(text: string | null | undefined): string {
  if (!text) return ''
  // Before the texts are loaded, i18next lacks its methods.
  const own: unknown = i18next.getResourceBundle?.(i18next.language, 'firm')?.[text]
  return typeof own === 'string' ? own : text
}
