import type { ProviderKit } from '../../_shared/http-client/kit.ts'

/** What a payment provider's adapter needs from outside: its variables, an HTTP client, log, clock and random bytes. */
export interface Kit extends ProviderKit {
  /** Returns the current time in ms since 1970. */
  now: () => number
  /** Returns random bytes as lowercase hex, for nonces. */
  nonce: (bytes: number) => string
}
