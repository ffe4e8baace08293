import type { Client } from '../../_shared/http-client/client.ts'
import type { Log } from '../../_shared/http-client/log.ts'

/** What an adapter gets to work with. */
export interface Kit {
  /** The value of a variable that the provider lists in `variables`. */
  secret(variable: string): string
  /** The value of a variable that the provider lists in `options`; undefined if not set. */
  option(variable: string): string | undefined
  /** The client of this provider's API, with its circuit breaker, time limit and count. */
  client: Client
  log: Log
  /** The current time in ms since 1970, by which the age of signatures is checked. */
  now: () => number
  /** Random bytes as lowercase hex, for nonces. */
  nonce: (bytes: number) => string
}
