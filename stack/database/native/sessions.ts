import {
  type ArrayTypes,
  arrayTypesQuery,
  checkStatement,
  Parameter,
  readArrayTypes,
  serializersOf
} from '../parameters.ts'
import { jsonParsers, type Session, type Sessions } from '../sessions.ts'
import type { Target } from './client.ts'
import { createPool } from './pool.ts'

const types = Object.fromEntries(
  Object.entries(jsonParsers).map(([oid, parse]) => [
    `type${oid}`,
    { to: Number(oid), from: [Number(oid)], serialize: String, parse }
  ])
)

/**
 * Opens a separate pool for REST, so that requests cannot take all connections from the stack's own work, and the stack's work
 * cannot take all from requests.
 */
export function openNativeSessions(target: Target, max: number): Sessions {
  let arrays: ArrayTypes = new Map()
  const pool = createPool({
    target,
    max,
    settings: { application_name: 'hackney rest', TimeZone: 'UTC' },
    types,
    prepare: (client) => {
      client.options.serializers = serializersOf(() => arrays)
    }
  })
  return {
    async acquire(): Promise<Session> {
      if (arrays.size === 0) arrays = readArrayTypes(await pool.run((client) => client.unsafe(arrayTypesQuery)))
      const { run, release } = await pool.acquire()
      return {
        async query(sql, params) {
          checkStatement(sql, params)
          const values = params.map((value) => (value === null || value === undefined ? null : new Parameter(value)))
          // Prepare statements that have parameters: that saves the round trip that asks for the parameters' types.
          const rows = await run((client) => client.unsafe(sql, values as never[], { prepare: params.length > 0 }))
          return { rows: [...rows], affected: rows.count ?? 0 }
        },
        release
      }
    },
    close: pool.close
  }
}
