/**
 * Why a request to a provider failed:
 *
 * - `network`: the provider cannot be reached, or the connection broke
 * - `timeout`: no complete response in time
 * - `server`: status 5xx
 * - `throttled`: status 429
 * - `denied`: status 401 or 403, as for a bad key; or Deno's permissions exclude the host
 * - `refused`: another 4xx status, caused by this request only
 * - `oversize`: a response above the limit, caused by this request only
 * - `cancelled`: given up because another part of the same request failed
 * - `garbage`: a response that the provider does not document
 * - `resting`: not sent because of recent failures
 * - `spent`: not sent because today's cap is reached
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

/** The error for a failed provider. We write its message: it contains no text of the provider and no URL with a key. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly kind: FailureKind
  /** The pause that the provider asked for (ms). */
  readonly retryAfterMs: number | undefined
  /** The status of the response, if there was one. */
  readonly status: number | undefined
  /** Whether the request certainly never reached the provider, so that it may be sent again or elsewhere. */
  readonly isUnsent: boolean

  constructor(kind: FailureKind, message: string, { retryAfterMs, status, isUnsent = false }: FailureFacts = {}) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.status = status
    this.isUnsent = isUnsent
  }
}

export interface FailureFacts {
  retryAfterMs?: number | undefined
  status?: number | undefined
  isUnsent?: boolean
}

/** Returns the failure for a response in a form that the provider does not document. */
export const garbage = (what: string) => new ProviderFailure('garbage', what)
