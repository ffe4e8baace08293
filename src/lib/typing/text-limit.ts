import { useTranslation } from 'react-i18next'

/**
 * Returns whether a text is longer than the database allows. PostgreSQL counts code points, while `length` in JavaScript counts
 * UTF-16 units.
 */
export const isTooLong = (text: string, limit: number): boolean => text.length > limit && [...text].length > limit

/** Returns a function `tooLong(text, limit)`. It returns the error message for a text that is too long, otherwise null. */
export function useTooLong(): (text: string, limit: number) => string | null {
  const { t } = useTranslation()
  return (text, limit) => (isTooLong(text, limit) ? t('too_long', { limit }) : null)
}
