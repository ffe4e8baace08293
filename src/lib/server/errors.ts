/**
 * The error type for everything that can be shown to a person. `key` is a key of the texts in the namespace `errors`; SQL and
 * the edge functions return the same keys.
 */
export class AppError extends Error {
  readonly key: string
  readonly hint: string | undefined
  readonly status: number | undefined
  /** The limit that the refusal is about, such as the least fare of a promotion, as the server wrote it. */
  readonly limit: string | undefined

  constructor(key: string, options: { hint?: string; status?: number; limit?: string; cause?: unknown } = {}) {
    super(key, { cause: options.cause })
    this.name = 'AppError'
    this.key = key
    this.hint = options.hint
    this.status = options.status
    this.limit = options.limit
  }
}

/**
 * Matches our error keys, which consist of several joined words, such as `not_allowed`. If an error's `message` has any other
 * form, its key is derived from its code, its text or its status.
 */
const keyPattern = /^[a-z][a-z0-9]*([A-Z_][A-Za-z0-9]*)+$/

/** Error codes of Auth (GoTrue) and the database's API (PostgREST), mapped to our error keys. */
const knownCodes: Record<string, string> = {
  otp_expired: 'otp_expired',
  over_email_send_rate_limit: 'too_many_requests',
  over_request_rate_limit: 'too_many_requests',
  over_sms_send_rate_limit: 'too_many_requests',
  session_not_found: 'not_logged_in',
  session_expired: 'not_logged_in',
  refresh_token_not_found: 'not_logged_in',
  refresh_token_already_used: 'not_logged_in',
  bad_jwt: 'not_logged_in',
  no_authorization: 'not_logged_in',
  email_address_invalid: 'proper_email',
  phone_provider_disabled: 'phone_not_enabled',
  email_exists: 'user_exists',
  phone_exists: 'user_exists',
  validation_failed: 'login_error',
  PGRST301: 'not_logged_in',
  PGRST302: 'not_logged_in',
  PGRST303: 'not_logged_in',
  PGRST116: 'not_found',
  '42501': 'not_allowed',
  '23505': 'already_exists',
  '23503': 'still_in_use',
  '23514': 'value_invalid',
  '23502': 'value_invalid',
  '22003': 'value_invalid',
  '22P02': 'value_invalid',
  '57014': 'server_busy',
  '53300': 'server_busy'
}

interface ErrorLike {
  name?: unknown
  message?: unknown
  code?: unknown
  hint?: unknown
  status?: unknown
  details?: unknown
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function isNetworkFailure(error: ErrorLike): boolean {
  if (error.name === 'TimeoutError') return true
  if (error.name === 'AuthRetryableFetchError' || error.name === 'FunctionsFetchError') return true
  return /failed to fetch|networkerror|load failed|fetch failed|network request failed|signal timed out/i.test(
    text(error.message) ?? ''
  )
}

function keyOf(error: ErrorLike): string {
  const message = text(error.message)
  const code = text(error.code)
  if (message && keyPattern.test(message)) return message
  if (code && knownCodes[code]) return knownCodes[code]
  if (code && keyPattern.test(code) && !code.startsWith('PGRST')) return code
  if (isNetworkFailure(error)) return 'network_error'
  if (message === 'No Route Found') return 'no_route_found'
  if (error.status === 429) return 'too_many_requests'
  if (error.status === 401) return 'not_logged_in'
  return 'unknown_error'
}

/**
 * Converts anything that was thrown or returned as an error to an AppError: PostgREST's `{code, message, hint}`, errors of
 * GoTrue, the body of an edge function's response, or a failed fetch.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const like: ErrorLike = typeof error === 'object' && error !== null ? error : { message: error }
  const hint = text(like.hint)
  const limit = text(like.details)
  return new AppError(keyOf(like), {
    ...(hint ? { hint } : {}),
    ...(limit ? { limit } : {}),
    ...(typeof like.status === 'number' ? { status: like.status } : {}),
    cause: error
  })
}

/** Converts an error of `functions.invoke` to an AppError. Such an error holds the function's unread response in `context`. */
export async function functionError(error: unknown): Promise<AppError> {
  const context = (error as { context?: unknown }).context
  if (!(context instanceof Response)) return toAppError(error)
  const body: unknown = await context
    .clone()
    .json()
    .catch(() => null)
  if (typeof body === 'object' && body !== null) return toAppError({ ...body, status: context.status })
  return toAppError({ status: context.status, message: context.statusText })
}
