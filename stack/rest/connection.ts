import { PostgresConnection } from '@supabase/lite/postgres'
import { CompiledQuery, Kysely } from 'kysely'
import type { Sessions } from '../database/sessions.ts'
import type { Sql } from '../types.ts'
import { createDialect } from './dialect.ts'
import { normalizeDbError } from './errors.ts'
import { maxAffectedOf } from './scalars.ts'
import type { Timeouts } from './timeouts.ts'

interface Vars {
  auth?: { role?: string; uid?: string | null; jwt?: object | null }
  storage?: { operation?: string }
}

interface RpcRequest {
  method: string
  path: string
  requestHeaders?: Record<string, string>
}

type Executor = Pick<Kysely<unknown>, 'executeQuery'>

/**
 * Private members of the REST library that `createConnection` replaces. The library's version is pinned, and `createConnection`
 * checks that the members exist.
 */
interface Internals {
  rlsState: 'unknown' | 'active' | 'inactive'
  applyJwtSessionContext(db: Executor, vars: Vars): Promise<void>
  applyRpcRequestGucs(db: Executor, request: RpcRequest): Promise<void>
  normalizeDbError(error: unknown): unknown
}

export type RestConnection = PostgresConnection

/**
 * Statement timeout by role, as on hosted Supabase: `service_role` has none of its own, so that of the API's login role applies.
 * A function that needs longer sets its own (`Timeouts`).
 */
const timeouts = new Map([
  ['anon', '3s'],
  ['authenticated', '8s'],
  ['service_role', '8s']
])

const setContext = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true),
  set_config('storage.operation', $4, true), set_config('search_path', 'public, extensions', true),
  set_config('statement_timeout', $5, true)`

const setRequest = `select set_config('response.status', '', true), set_config('response.headers', '', true),
  set_config('request.method', $1, true), set_config('request.path', $2, true),
  set_config('request.headers', $3, true),
  set_config('statement_timeout', coalesce($4, current_setting('statement_timeout')), true)`

/** Sets role, claims and timeout in one statement, as PostgREST does. The library's own method needs six round trips. */
async function applyJwtSessionContext(db: Executor, vars: Vars): Promise<void> {
  const { role = 'anon', uid, jwt } = vars.auth ?? {}
  const timeout = timeouts.get(role)
  if (timeout === undefined) throw new Error(`role ${role} is not allowed`)
  const claims = JSON.stringify(jwt ?? { role })
  const values = [role, claims, uid ?? '', vars.storage?.operation ?? '', timeout]
  await db.executeQuery(CompiledQuery.raw(setContext, values))
}

const applyRequest =
  (functions: Pick<Timeouts, 'of'>) =>
  async (db: Executor, request: RpcRequest): Promise<void> => {
    const { method, path, requestHeaders = {} } = request
    const values = [method, path, JSON.stringify(requestHeaders), functions.of(path)]
    await db.executeQuery(CompiledQuery.raw(setRequest, values))
  }

/** Reads how many rows a function may return from the headers of its request, which the prelude sets. */
const limitOf = ({ sql, parameters }: CompiledQuery): number | null => {
  if (sql !== setRequest) return null
  const { prefer = '' } = JSON.parse(String(parameters[2])) as { prefer?: string }
  return maxAffectedOf(prefer)
}

/**
 * Creates the REST library's connection to the database. It uses the stack's sessions, and replaces the library's members in
 * `Internals`. It sets `rlsState`, which says that row security is active. Otherwise the library, at its first request, would
 * grant all rights on all tables to everybody.
 *
 * @param functions Statement timeouts of single functions.
 * @throws Error if the library lacks one of these members
 */
export function createConnection(sessions: Sessions, functions: Pick<Timeouts, 'of'>): RestConnection {
  const connection = new PostgresConnection({ url: 'postgresql://unused.invalid' })
  const internals = connection as unknown as Internals
  for (const name of ['applyJwtSessionContext', 'applyRpcRequestGucs', 'normalizeDbError'] as const) {
    if (typeof internals[name] !== 'function') throw new Error(`@supabase/lite has no ${name} any more`)
  }
  if (internals.rlsState !== 'unknown') throw new Error('@supabase/lite has no rlsState any more')
  internals.rlsState = 'active'
  const applyRpcRequestGucs = applyRequest(functions)
  Object.assign(internals, { applyJwtSessionContext, applyRpcRequestGucs, normalizeDbError })
  connection.kysely = new Kysely({ dialect: createDialect(sessions, new Set([setContext, setRequest]), limitOf) })
  return connection
}

const rights = `
  select md5(coalesce(string_agg(acl, ';' order by acl), '')) as digest from (
    select c.oid::regclass::text || c.relacl::text as acl from pg_class c
    where c.relnamespace::regnamespace::text in ('public', 'auth', 'storage', 'realtime') and c.relacl is not null
    union all select 'default' || d.oid::text || d.defaclacl::text from pg_default_acl d
  ) rights`

/**
 * Runs a first query as a visitor, then checks that the library has changed no grants and that a visitor cannot read
 * `auth.users`.
 *
 * @throws Error if the check fails: then REST must not be served, because it would expose every table.
 */
export async function assertRightsKept(connection: RestConnection, database: Sql): Promise<void> {
  const [before] = await database.query<{ digest: string }>(rights)
  const anon = { auth: { uid: null, role: 'anon', jwt: { role: 'anon' } } }
  const select = (sql: string) => (db: { executeQuery: Executor['executeQuery'] }) =>
    db.executeQuery(CompiledQuery.raw(sql))
  await connection.withContext(anon, select('select 1'))
  const refused = await connection.withContext(anon, select('select from auth.users limit 0')).then(
    () => false,
    (error: { code?: string }) => error.code === '42501'
  )
  const [after] = await database.query<{ digest: string }>(rights)
  if (!refused || before?.digest !== after?.digest) {
    throw new Error('The REST server opened tables that are closed; it must not run')
  }
}
