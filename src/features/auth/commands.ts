import { loadAuth } from '@/lib/auth-client'
import { AppError, toAppError } from '@/lib/errors'

/** An address or a number, as Auth takes it. */
const contactOf = (contact: string) => (contact.startsWith('+') ? { phone: contact } : { email: contact })

/** Sends a one-time code. The answer is the same whether the contact has an account or not: a first sign-in makes one. */
export async function requestCode(contact: string): Promise<void> {
  const auth = await loadAuth()
  const { error } = await auth.signInWithOtp({ ...contactOf(contact), options: { shouldCreateUser: true } })
  if (error) throw signInError(error)
}

const shownErrors = new Set([
  'network_error',
  'too_many_requests',
  'server_busy',
  'proper_email',
  'phone_not_enabled',
  'otp_expired',
  'require_approval',
  'number_silent',
  'account_suspended',
  'not_valid_user_type',
  'user_issue_contact_admin'
])

/** What a person can act on keeps its key; any other fault of signing in is `login_error` (spec section 8). */
export function signInError(cause: unknown): AppError {
  const error = toAppError(cause)
  const { code } = cause as { code?: unknown }
  return shownErrors.has(error.key)
    ? error
    : new AppError('login_error', { cause, ...(typeof code === 'string' && { hint: code }) })
}

/** Exchanges the code for a session. @throws AppError `otp_expired` for a wrong or old code, `login_error` else */
export async function verifyCode(contact: string, token: string): Promise<void> {
  const auth = await loadAuth()
  const to = contactOf(contact)
  const { error } = await auth.verifyOtp(
    'phone' in to ? { ...to, token, type: 'sms' } : { ...to, token, type: 'email' }
  )
  if (error) throw signInError(error)
}
