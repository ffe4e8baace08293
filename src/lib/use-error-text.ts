import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toAppError } from './errors'

/** `errorText(error)`: the sentence for an error or an error key, never a raw key or a server's own words. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('errors')
  return useCallback(
    (error: unknown) => t([typeof error === 'string' ? error : toAppError(error).key, 'unknown_error']),
    [t]
  )
}
