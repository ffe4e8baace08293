import type { Socket } from 'node:net'
import postgres from 'postgres'
import type { Sql } from '../../types.ts'

export type Client = postgres.Sql<Record<string, unknown>>

/**
 * Reads an int8 as a number if that is exact. Ids and counts are small enough for that, and JSON has no other type for numbers.
 */
function parseBigint(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

const passJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Conversion of types in all sessions of the stack. JSON parameters given as strings are passed unchanged. */
const ownTypes = {
  bigint: { to: 20, from: [20], serialize: (value: unknown) => String(value), parse: parseBigint },
  json: { to: 114, from: [114], serialize: passJson, parse: (text: string): unknown => JSON.parse(text) },
  jsonb: { to: 3802, from: [3802], serialize: passJson, parse: (text: string): unknown => JSON.parse(text) }
}

/** Access to a server that listens only on its Unix socket. */
interface Local {
  /** The socket's folder. */
  host: string
  port: number
  user: string
  password: string
}

/** A server: the URL of its database, or the access by its Unix socket. */
export type Target = string | Local

interface ClientOptions {
  /** PostgreSQL's settings of the connection. */
  settings?: Record<string, string> | undefined
  types?: Record<string, postgres.PostgresType> | undefined
  onclose?: () => void
  /** Opens the connection in place of the driver. */
  socket?: (server: { host: string[]; port: number[]; path?: string }) => Socket
}

/**
 * Seconds to wait before the next attempt to connect, after `attempts` failed ones. The driver's own waits grow to 20 s. With
 * them the stack would subscribe to NOTIFY again only long after the server has recovered from a crash.
 */
const backoff = (attempts: number): number => Math.min(3 ** attempts / 100, 0.5)

/**
 * Seconds to wait until a new connection is ready. A server that is down refuses at once; one that is only slow, or a process that
 * was busy itself, must not look like a lost connection: on a busy machine a connection took more than 5 s.
 */
export const CONNECT_SECONDS = 60

/** Makes a client with one connection, which it opens when it is needed. */
export function openClient(target: Target, { settings, types = ownTypes, ...rest }: ClientOptions = {}): Client {
  const options = {
    max: 1,
    onnotice: () => undefined,
    connect_timeout: CONNECT_SECONDS,
    backoff,
    connection: { application_name: 'hackney', ...settings },
    types,
    ...rest
  } as postgres.Options<Record<string, postgres.PostgresType>>
  return typeof target === 'string'
    ? postgres(target, options)
    : postgres({ ...target, ...options, database: 'postgres' })
}

/**
 * Closes a client, but first gives its sessions up to half a second. A session that is just being opened needs that time to
 * finish its query for types. The error of an interrupted query would be unhandled.
 */
export function closeClient(client: Pick<Client, 'end'>): Promise<void> {
  return client.end({ timeout: 0.5 })
}

/** Runs a statement that is given as a function, on a connection that the runner chooses. */
export type Run = <T>(statement: (client: Client) => PromiseLike<T>) => Promise<T>

/** Returns an `Sql` (the stack's functions to run statements) for a runner. */
export function asSql(run: Run): Sql {
  return {
    async query<Row extends object>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
      const rows = await run((client) => client.unsafe<Row[]>(sql, params as never[]))
      return [...rows] as Row[]
    },
    async exec(sql) {
      await run((client) => client.unsafe(sql).simple())
    }
  }
}
