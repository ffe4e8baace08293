import type { Client } from '../../_shared/http-client/client.ts'
import type { Log } from '../../_shared/http-client/log.ts'

/** What a provider's adapter needs from outside: its variables, an HTTP client, log, clock and random bytes. */
export interface Kit {
  /** Returns the value of a variable that the provider lists in `variables`. */
  secret(variable: string): string
  /** Returns the value of a variable that the provider lists in `options`; undefined if not set. */
  option(variable: string): string | undefined
  /** The HTTP client for this provider's API, with circuit breaker, time limit and counters of its own. */
  client: Client
  log: Log
  /** Returns the current time in ms since 1970. */
  now: () => number
  /** Returns random bytes as lowercase hex, for nonces. */
  nonce: (bytes: number) => string
}
