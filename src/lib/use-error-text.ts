import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toAppError } from './errors'

/**
 * `errorText(error)`: the sentence for an error or an error key, never a raw key or a server's own words. What some sentences
 * fill in, such as a bound, follows.
 */
export function useErrorText(): (error: unknown, words?: Record<string, string>) => string {
  const { t } = useTranslation('errors')
  return useCallback(
    (error: unknown, words: Record<string, string> = {}) => {
      const key = typeof error === 'string' ? error : toAppError(error).key
      // What only the office hears of comes with its own words.
      return t([key, `staff_errors:${key}`, 'unknown_error'], words)
    },
    [t]
  )
}
