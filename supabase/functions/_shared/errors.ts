/** A refusal: an HTTP status and a key that clients translate. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  /** snake_case; the same word in SQL, TypeScript and the translations. */
  readonly code: string
  /** What to do about it. */
  readonly hint: string | undefined

  constructor(status: number, code: string, message: string, hint?: string) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
  }
}

export const noRouteFound = (hint = 'Choose points within the region, at most 1 km away from a road; latitude comes first') =>
  new HttpError(422, 'no_route_found', 'No Route Found', hint)

export const tooManyStops = (most: number) =>
  new HttpError(422, 'too_many_stops', 'Too many stops', `At most ${most} stops between start and end`)

export const invalidRequest = (hint: string) =>
  new HttpError(400, 'invalid_request', 'The request cannot be understood', hint)
