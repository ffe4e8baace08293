import postgres from 'postgres'
import type { Database, Sql } from '../../types.ts'
import {
  type ArrayTypes,
  arrayTypesQuery,
  checkStatement,
  Parameter,
  readArrayTypes,
  serializersOf
} from '../parameters.ts'
import { jsonParsers, type Session, type Sessions } from '../sessions.ts'

export type Client = ReturnType<typeof connect>

/**
 * Reads an int8 as a number if that is exact. Ids and counts are small enough for that, and JSON has no other type for numbers.
 */
function parseBigint(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

const passJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Conversion of types in all sessions of the stack. JSON parameters given as strings are passed unchanged. */
export const types = {
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

/** Opens a pool of up to `max` connections, each opened when it is needed. `settings` apply to every session. */
export function connect(target: string | Local, max: number, settings: Record<string, string> = {}) {
  const options = {
    max,
    onnotice: () => undefined,
    connect_timeout: 5,
    connection: { application_name: 'hackney', ...settings },
    types
  }
  return typeof target === 'string'
    ? postgres(target, options)
    : postgres({ ...target, ...options, database: 'postgres' })
}

/**
 * Closes a pool, but first gives its sessions up to half a second. A session that is just being opened needs that time to
 * finish its query for types. The error of an interrupted query would be unhandled.
 */
export function closeClient(client: Pick<Client, 'end'>): Promise<void> {
  return client.end({ timeout: 0.5 })
}

/** Returns an `Sql` (the stack's functions to run statements) for a pool or for one session of it. */
export function asSql(client: Pick<Client, 'unsafe'>): Sql {
  return {
    async query<Row extends object>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
      const rows = await client.unsafe<Row[]>(sql, params as never[])
      return [...rows] as Row[]
    },
    async exec(sql) {
      await client.unsafe(sql).simple()
    }
  }
}

/** Makes the stack's `Database` from a pool of connections to a native server. */
export function createNativeDatabase(client: Client, url: string, stop: () => Promise<void>): Database {
  return {
    kind: 'native',
    url,
    ...asSql(client),
    async transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
      return (await client.begin((tx) => work(asSql(tx)))) as T
    },
    async listen(channel, onMessage, onReconnect) {
      let established = false
      const subscription = await client.listen(channel, onMessage, () => {
        if (established) onReconnect?.()
        established = true
      })
      return () => subscription.unlisten()
    },
    stop
  }
}

const restTypes = Object.fromEntries(
  Object.entries(jsonParsers).map(([oid, parse]) => [
    `type${oid}`,
    { to: Number(oid), from: [Number(oid)], serialize: String, parse }
  ])
)

/**
 * Opens a separate pool for REST. Otherwise its requests could take all connections from the stack's own work, or the other way
 * round.
 */
export function openNativeSessions(url: string, max: number): Sessions {
  const client = postgres(url, {
    max,
    // Must stay on: without it, the driver (3.4.9) never returns a reserved session that it first has to open.
    fetch_types: true,
    onnotice: () => undefined,
    connection: { application_name: 'hackney rest', TimeZone: 'UTC' },
    types: restTypes
  })
  let arrays: ArrayTypes = new Map()
  client.options.serializers = serializersOf(() => arrays)
  return {
    async acquire(): Promise<Session> {
      const session = await client.reserve()
      if (arrays.size === 0) arrays = readArrayTypes(await session.unsafe(arrayTypesQuery))
      return {
        async query(sql, params) {
          checkStatement(sql, params)
          const values = params.map((value) => (value === null || value === undefined ? null : new Parameter(value)))
          // Prepare statements that have parameters: that saves the round trip that asks for the parameters' types.
          const rows = await session.unsafe(sql, values as never[], { prepare: params.length > 0 })
          return { rows: [...rows], affected: rows.count ?? 0 }
        },
        release: () => session.release()
      }
    },
    close: () => closeClient(client)
  }
}
