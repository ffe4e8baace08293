/** An error response: an HTTP status and a key that clients translate. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  /** Key of the error in snake_case, which is the same in SQL, TypeScript and the translations. */
  readonly code: string
  /** Tells the caller what to do about the error. */
  readonly hint: string | undefined
  /** Details for the function's own log; not sent to the caller. */
  readonly details: string | undefined

  constructor(status: number, code: string, message: string, hint?: string, details?: string) {
    super(message)
    this.details = details
    this.status = status
    this.code = code
    this.hint = hint
  }
}

export const invalidRequest = (hint: string) =>
  new HttpError(400, 'invalid_request', 'The request cannot be understood', hint)
