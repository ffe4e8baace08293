import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { FileProblem } from '@/components/data-table/import/problem'
import { toAppError } from '@/lib/server/errors'
import { useErrorText } from '@/lib/server/use-error-text'

/** Returns a function that gives the message for a `FileProblem` or any other error. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation('money')
  const errorText = useErrorText()
  return useCallback(
    (error: unknown) => {
      const cause = error instanceof FileProblem ? error : toAppError(error).cause
      return cause instanceof FileProblem ? t(`problem.${cause.problem}`, { about: cause.about }) : errorText(error)
    },
    [t, errorText]
  )
}
