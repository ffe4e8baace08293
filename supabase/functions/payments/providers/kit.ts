import type { Client } from '../../_shared/http-client/client.ts'
import type { Log } from '../../_shared/http-client/log.ts'

/** The parts of an adapter. */
export interface Kit {
  /** A variable that the provider named in `variables`. */
  secret(variable: string): string
  /** A variable that the provider named in `options`. */
  option(variable: string): string | undefined
  /** The client of this provider's API, with its circuit breaker, time limit and count. */
  client: Client
  log: Log
  /** The time, ms since 1970, for the age of signatures. */
  now: () => number
  /** Random bytes as lowercase hex, for nonces. */
  nonce: (bytes: number) => string
}
