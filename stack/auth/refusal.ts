/**
 * The error for a request that Auth refuses, with the texts of GoTrue (Supabase's Auth server). Its status is 500 if a hook or
 * a social provider fails. Otherwise it is 4xx, because supabase-js treats 5xx as a failure of the network.
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** Further fields of the response. */
  readonly more: object

  constructor(status: number, code: string, message: string, more: object = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.more = more
  }
}

/** The version of the API since which an error is `{code, message}`. */
const codesSince = '2024-01-01'

/**
 * Returns the response for a Refusal, in the form of the API's version that the request names. A request without a valid
 * version gets the form of the first one, in which `code` is the status.
 */
export function refusalResponse({ headers }: Request, { status, code, message, more }: Refusal): Response {
  const version = headers.get('x-supabase-api-version') ?? ''
  const isNew = /^\d{4}-\d\d-\d\d$/.test(version) && version >= codesSince
  const body = isNew ? { code, message } : { code: status, error_code: code, msg: message }
  const own = { 'cache-control': 'no-store', 'x-sb-error-code': code }
  const init = { status, headers: isNew ? { ...own, 'x-supabase-api-version': codesSince } : own }
  return Response.json({ ...body, ...more }, init)
}

/** Returns the Refusal for a failure of the stack itself. */
export const unexpected = (): Refusal =>
  new Refusal(500, 'unexpected_failure', 'Unexpected failure, please check the log of the stack')

/**
 * Returns the Refusal for a wrong, used, expired or unknown code. It is always the same, so that it does not reveal which of
 * these it was.
 */
export const codeRefused = (): Refusal => new Refusal(403, 'otp_expired', 'Token has expired or is invalid')

/** Returns the Refusal for a code that `create_user: false` requests for an unknown address, as GoTrue answers it. */
export const otpDisabled = (): Refusal => new Refusal(422, 'otp_disabled', 'Signups not allowed for otp')

export const signupDisabled = (): Refusal =>
  new Refusal(422, 'signup_disabled', 'Signups not allowed for this instance')

export const linkRefused = (): Refusal => new Refusal(403, 'otp_expired', 'Email link is invalid or has expired')

export const invalid = (message: string): Refusal => new Refusal(400, 'validation_failed', message)

export const tooManyRequests = (): Refusal => new Refusal(429, 'over_request_rate_limit', 'Request rate limit reached')

export const emailExists = (): Refusal =>
  new Refusal(422, 'email_exists', 'A user with this email address has already been registered')

export const phoneExists = (): Refusal =>
  new Refusal(422, 'phone_exists', 'A user with this phone number has already been registered')

export const wrongPassword = (): Refusal => new Refusal(400, 'invalid_credentials', 'Invalid login credentials')

export const userNotFound = (): Refusal => new Refusal(404, 'user_not_found', 'User not found')

export const banned = (status = 403): Refusal => new Refusal(status, 'user_banned', 'User is banned')

/** Returns the Refusal for the later one of two concurrent requests that tried to take the same address or number. */
export const conflict = (): Refusal => new Refusal(409, 'conflict', 'Too many concurrent requests')
