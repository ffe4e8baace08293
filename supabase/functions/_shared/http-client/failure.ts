/**
 * - `network`: cannot be reached, or the connection broke
 * - `timeout`: no whole answer in time
 * - `server`: status 5xx
 * - `throttled`: status 429
 * - `denied`: status 401 or 403, a key that is no good; or a host that functions may not reach
 * - `refused`: another status 4xx, caused by this request only
 * - `oversize`: a longer response than is read, caused by this request only
 * - `cancelled`: given up, since another part of the same question failed
 * - `garbage`: an answer that is not what the provider documents
 * - `resting`: not asked, since it failed too often just now
 * - `spent`: not asked, since today's cap is reached
 */
export type FailureKind =
  | 'network'
  | 'timeout'
  | 'server'
  | 'throttled'
  | 'denied'
  | 'refused'
  | 'oversize'
  | 'cancelled'
  | 'garbage'
  | 'resting'
  | 'spent'

/** A provider did not answer. Messages are our own words: never what it said, never an address with a key in it. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly kind: FailureKind
  /** The pause that the provider asked for. */
  readonly retryAfterMs: number | undefined

  constructor(kind: FailureKind, message: string, retryAfterMs?: number) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** An answer that is not what the provider documents. */
export const garbage = (what: string) => new ProviderFailure('garbage', what)
