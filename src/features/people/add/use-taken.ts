import useSWR from 'swr'
import { checkNobodyHas } from '@/entities/person'
import { emailProblem } from '@/lib/email'
import { toAppError } from '@/lib/errors'
import { useResting } from '@/lib/use-resting'

/**
 * Pause in typing before an email address or phone number is checked (ms). Each check is rate-limited and logged, so half-typed
 * ones are not checked.
 */
const REST_MS = 600

const isWhole = {
  email: (typed: string) => !emailProblem(typed),
  mobile: (typed: string) => /^\+?(?:[ -]?\d){8,15}$/.test(typed)
}

/** Checks a typed email address or phone number. Returns an error key if it is already in use or invalid, otherwise null. */
export function useTaken(kind: 'email' | 'mobile', typed: string): string | null {
  const rested = useResting(typed.trim(), REST_MS)
  const { data } = useSWR(
    isWhole[kind](rested) ? ['nobody-has', kind, rested] : null,
    ([, of, contact]) =>
      checkNobodyHas({ [of]: contact }).then(
        () => null,
        (error) => toAppError(error).key
      ),
    { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false }
  )
  if (rested !== typed.trim()) return null
  // Other errors, such as too many checks, are ignored here: saving then reports a conflict.
  return data === 'user_exists' || data === 'email_or_mobile_issue' ? data : null
}
