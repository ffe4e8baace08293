import useSWR from 'swr'
import { checkNobodyHas } from '@/entities/person'
import { useResting } from '@/lib/hooks/use-resting'
import { toAppError } from '@/lib/server/errors'
import { emailProblem } from '@/lib/typing/email'
import { looksLikePhone, readTypedPhone } from '@/lib/typing/phones'

/**
 * Pause in typing before an email address or phone number is checked (ms). Each check is rate-limited and logged, so half-typed
 * ones are not checked.
 */
const REST_MS = 600

const isWhole = {
  email: (typed: string) => !emailProblem(typed),
  mobile: looksLikePhone
}

/** A half-typed number is no number yet, and is not sent. */
async function check(kind: 'email' | 'mobile', typed: string): Promise<void> {
  const contact = kind === 'mobile' ? (await readTypedPhone(typed))?.number : typed
  if (contact) await checkNobodyHas({ [kind]: contact })
}

/** Checks a typed email address or phone number. Returns an error key if it is already in use or invalid, otherwise null. */
export function useTaken(kind: 'email' | 'mobile', typed: string): string | null {
  const rested = useResting(typed.trim(), REST_MS)
  const { data } = useSWR(
    isWhole[kind](rested) ? (['nobody-has', kind, rested] as const) : null,
    ([, of, contact]: readonly ['nobody-has', 'email' | 'mobile', string]) =>
      check(of, contact).then(
        () => null,
        (error) => toAppError(error).key
      ),
    { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false }
  )
  if (rested !== typed.trim()) return null
  // Other errors, such as too many checks, are ignored here: saving then reports a conflict.
  return data === 'user_exists' || data === 'email_or_mobile_issue' ? data : null
}
