import { useTranslation } from 'react-i18next'

/** Whether a text is longer than the database takes. PostgreSQL counts characters, JavaScript their halves. */
export const isTooLong = (text: string, limit: number): boolean => text.length > limit && [...text].length > limit

/** `tooLong(text, limit)`: the sentence for a text that is too long, or null. */
export function useTooLong(): (text: string, limit: number) => string | null {
  const { t } = useTranslation()
  return (text, limit) => (isTooLong(text, limit) ? t('too_long', { limit }) : null)
}
