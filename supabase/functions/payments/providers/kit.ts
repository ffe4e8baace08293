import type { Client } from '../../_shared/http-client/client.ts'
import type { Log } from '../../_shared/http-client/log.ts'

/** What an adapter is made of. */
export interface Kit {
  /** A variable that the provider named in `variables`. */
  secret(variable: string): string
  /** A variable that the provider named in `options`. */
  option(variable: string): string | undefined
  /** The client of this provider's API, with its circuit breaker, time limit and count. */
  client: Client
  log: Log
  /** The time, ms since 1970: signatures have an age. */
  now: () => number
  /** Random bytes as lowercase hex, for nonces. */
  nonce: (bytes: number) => string
}
