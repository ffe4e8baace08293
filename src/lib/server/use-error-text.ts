import i18next from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ERRORS } from '../texts/after-start'
import { elsewhere } from '../texts/elsewhere'
import { toAppError } from './errors'

/**
 * Returns a function `errorText(error, words)` that gives the message for an error or an error key. It never returns a raw key
 * or the server's own words. `words` are the values of placeholders in the message, such as a limit.
 */
export function useErrorText(): (error: unknown, words?: Record<string, string>) => string {
  // The namespace loads right after the start of the page (`startI18n`).
  const { t } = useTranslation(ERRORS)
  return useCallback(
    (error: unknown, words: Record<string, string> = {}) => {
      if (i18next.isInitialized && !i18next.hasLoadedNamespace(ERRORS)) return t('common:load_failed')
      const key = typeof error === 'string' ? error : toAppError(error).key
      // The namespace `staff_errors` has messages for errors that only staff can get. It also has messages for errors that
      // concern another person when staff sees them, such as a driver whose document has expired. Only the portal loads it.
      const keys = [elsewhere('staff_errors', key), key, 'unknown_error']
      return t(keys, words)
    },
    [t]
  )
}
