import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Runs statements. In a transaction all of them run on its session; a `Database` runs each on any session. Parameters are `$1`,
 * `$2`, …; a jsonb parameter is passed as a string.
 */
export interface Sql {
  /** Runs one statement and returns its rows. Throws the driver's error with `code` set to the SQLSTATE. */
  query<Row extends object = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<Row[]>
  /** Runs a script of several statements, without parameters or rows. */
  exec(sql: string): Promise<void>
}

/** The database behind the stack, as its superuser `supabase_admin`. */
export interface Database extends Sql {
  readonly kind: 'pglite' | 'native'
  /** Connection URL for clients of PostgreSQL's protocol; null if the database does not listen for them. */
  readonly url: string | null
  /** Runs `work` in one transaction on one session; rolls back when it throws. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  /**
   * Subscribes to NOTIFY on `channel`, and returns a function that ends the subscription. `onReconnect` is called when a lost
   * subscription was restored; messages may have been missed until then.
   */
  listen(channel: string, onMessage: (payload: string) => void, onReconnect?: () => void): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** A service behind the gateway. The paths of its requests do not contain the gateway's prefix (`/auth/v1` and so on). */
export interface StackModule {
  /** Whether the service takes bodies as streams. If not, the gateway reads each body whole first. */
  readonly streamsBody?: boolean
  /** Largest body in bytes, if it differs from the gateway's limit. */
  readonly bodyLimit?: number
  fetch(request: Request, peer: { address: string }): Promise<Response>
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void
  stop(): Promise<void>
}

/** Claims of an access token in GoTrue's format; the access token hook may add more. */
export interface Claims {
  sub?: string
  role: string
  aud?: string
  email?: string
  phone?: string
  session_id?: string
  iss?: string
  exp?: number
  iat?: number
  [name: string]: unknown
}

/** Keys and tokens of this stack. */
export interface Tokens {
  readonly publishableKey: string
  /** The secret API key, random for each data folder. */
  readonly secretKey: string
  /** Returns the role of an API key: `anon` (publishable), `service_role` (secret), or null for an unknown key. */
  roleOfKey(key: string): 'anon' | 'service_role' | null
  /** Public keys in JWKS form, as shown at `/auth/v1/.well-known/jwks.json`. */
  readonly jwks: { keys: object[] }
  /** Signs an ES256 access token; sets `iat`, and `exp` from `expiresIn` seconds. */
  sign(claims: Claims, expiresIn: number): Promise<string>
  /** Verifies signature, issuer and expiry. Throws an Error that names the problem. */
  verify(token: string): Promise<Claims>
  /**
   * Returns the caller's claims: those of a verified user token, else the role of the API key, else null. The publishable key
   * has the role `anon`, the secret key `service_role`. Throws if a token is present but invalid.
   */
  caller(headers: Headers, url: URL): Promise<Claims | null>
}

/** A log with one line per event, as text or JSON. `fields` never contain secrets, codes or tokens. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void
  warn(event: string, fields?: Record<string, unknown>): void
  error(event: string, fields?: Record<string, unknown>): void
}
