import { AppError, toAppError } from '@/lib/server/errors'
import { loadAuth } from '@/lib/session/auth-client'

/** Returns a contact as Supabase Auth expects it: `phone` for a number (which starts with "+"), otherwise `email`. */
const contactOf = (contact: string) => (contact.startsWith('+') ? { phone: contact } : { email: contact })

/** Auth's codes for a request that comes too soon after the last message to the same contact. */
const justSent = new Set<unknown>(['over_email_send_rate_limit', 'over_sms_send_rate_limit'])

/**
 * Sends a one-time code. The response is the same whether or not the contact has an account; a first sign-in creates one.
 *
 * Of simultaneous first requests for one contact (two tabs, a double press), Auth answers all but one with a 500. So a 500 is
 * repeated once. If the repetition comes too soon, the other request has sent the code.
 *
 * @param solveCaptcha returns a captcha's token, which counts for one request; undefined without a captcha
 */
export async function requestCode(contact: string, solveCaptcha: () => Promise<string | undefined>): Promise<void> {
  const auth = await loadAuth()
  const request = async () => {
    const captchaToken = await solveCaptcha()
    const options = { shouldCreateUser: true, ...(captchaToken !== undefined && { captchaToken }) }
    return auth.signInWithOtp({ ...contactOf(contact), options })
  }
  const { error: first } = await request()
  if (first?.status !== 500) {
    if (first) throw signInError(first)
    return
  }
  const { error } = await request()
  if (error && !justSent.has(error.code)) throw signInError(error)
}

const shownErrors = new Set([
  'network_error',
  'too_many_requests',
  'code_not_sent',
  'receiver_refused',
  'country_not_served',
  'no_texts_left',
  'server_busy',
  'proper_email',
  'phone_not_enabled',
  'otp_expired',
  'captcha_failed',
  'require_approval',
  'number_dormant',
  'account_suspended',
  'not_valid_user_type',
  'user_issue_contact_admin'
])

/**
 * Maps a sign-in failure to an error key: keys that a person can act on stay, all others become `login_error` (section 8 of the
 * specification).
 */
export function signInError(cause: unknown): AppError {
  const error = toAppError(cause)
  const { code } = cause as { code?: unknown }
  return shownErrors.has(error.key)
    ? error
    : new AppError('login_error', { cause, ...(typeof code === 'string' && { hint: code }) })
}

/**
 * Signs in with the one-time code that was sent to the contact.
 *
 * @throws AppError `otp_expired` for a wrong or expired code, otherwise an error of {@link signInError}
 */
export async function verifyCode(contact: string, token: string): Promise<void> {
  const auth = await loadAuth()
  const to = contactOf(contact)
  const { error } = await auth.verifyOtp(
    'phone' in to ? { ...to, token, type: 'sms' } : { ...to, token, type: 'email' }
  )
  if (error) throw signInError(error)
}
