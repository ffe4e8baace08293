import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toAppError } from './errors'

/**
 * Returns `errorText(error)`, which gives the message for an error or an error key, never a raw key or the server's wording.
 * `words` are the values of placeholders in the message, such as a limit.
 */
export function useErrorText(): (error: unknown, words?: Record<string, string>) => string {
  const { t } = useTranslation('errors')
  return useCallback(
    (error: unknown, words: Record<string, string> = {}) => {
      const key = typeof error === 'string' ? error : toAppError(error).key
      // Errors that only staff can get have their texts in a separate namespace.
      return t([key, `staff_errors:${key}`, 'unknown_error'], words)
    },
    [t]
  )
}
