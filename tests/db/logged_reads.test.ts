/**
 * Functions whose reads are logged, counted or limited, called by the statements of PostgREST: the whole result is recorded,
 * and a request for a part of it, which could fail afterwards and undo the record, is refused and tells nothing.
 */
import type postgres from 'postgres'
import { readFunctions } from './support/functions.ts'
import { rolledBackOutcomes, rolledBackPart } from './support/outcomes.ts'

/**
 * The functions that reach one of the three that record reads, or take from a limit. An action of the desk (`count_acted_booking`) is
 * undone together with its count.
 */
const recorded = `with recursive f as (select p.proname::text as name, n.nspname::text as schema, p.prosrc, p.proretset, p.prorettype
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'app')),
  reaching as (
    select f.* from f where f.schema = 'app' and f.name in ('log_access', 'log_list', 'count_shown_rows', 'enforce_limit')
    union select f.* from f join reaching r on f.prosrc ~ format('\\m%s\\.%s\\(', r.schema, r.name) and f.name <> 'count_acted_booking')
  select r.name, r.proretset as "isSet", r.prorettype in ('json'::regtype, 'jsonb'::regtype) as "isValue" from reaching r where r.schema = 'public'`

interface Recorded {
  name: string
  isSet: boolean
  isValue: boolean
}

interface Part {
  what: string
  /** What PostgREST selects and the end of its statement, from the request's `select`, filters and `order`. */
  of: (name: string) => [select: string, rest: string]
}

const path = (name: string, ...keys: string[]): string => `("${name}"."pgrst_scalar"${keys.join('')})`

const parts: Part[] = [
  { what: 'cast', of: (name) => [`CAST(${path(name, "->'rows'", '->0', "->>'id'")} AS int4) AS "pgrst_scalar"`, ''] },
  { what: 'cast as a whole', of: (name) => [`CAST("${name}"."pgrst_scalar" AS text) AS "pgrst_scalar"`, ''] },
  { what: 'turned into text and cast', of: (name) => [`CAST("${name}"."concat" AS date) AS "pgrst_scalar"`, ''] },
  { what: 'selected', of: (name) => [`${path(name, "->'rows'")} AS "pgrst_scalar"`, ''] },
  { what: 'selected under a strange name', of: (name) => [`"${name}"."pgrst_scalar" AS "a"".""b(", "${name}".*`, ''] },
  { what: 'filtered', of: (name) => [`"${name}".*`, `WHERE ${path(name, "->>'next'")}::int = 1`] },
  { what: 'sorted', of: (name) => [`"${name}".*`, `ORDER BY ${path(name, "->>'rows'")} DESC`] }
]

const statement = (name: string, args: string, select: string, rest: string): string => `
  WITH pgrst_source AS (SELECT pgrst_call.pgrst_scalar FROM (SELECT "public"."${name}"${args} pgrst_scalar) pgrst_call)
  SELECT null::bigint AS total_result_set, 1 AS page_total, (coalesce(json_agg(_postgrest_t.pgrst_scalar)->0, 'null'))::text AS body
  FROM (SELECT ${select} FROM "pgrst_source" AS "${name}" ${rest} LIMIT 1000 OFFSET 0) _postgrest_t`

async function logged(tx: postgres.TransactionSql): Promise<string> {
  const [row] = await tx<{ sum: string }[]>`
    select (select count(*) + coalesce(sum(l.row_count), 0) from public.access_log l)
      + (select coalesce(sum(r.count), 0) from app.rate_limits r)
      + (select count(*) from public.audit_log l where l.action = 'check_user_exists') as sum`
  return row?.sum ?? ''
}

await rolledBackOutcomes(['everyone.sql'], async (tx, report) => {
  const found = await tx.unsafe<Recorded[]>(recorded)
  // Of a set, `Prefer: handling=strict, max-affected=0` undoes the call after its rows were found.
  const sets = found.filter(({ isSet }) => isSet).map(({ name }) => name)
  report(sets.length === 0, 'no function that records a read or takes from a limit returns a set', sets.join(', '))
  const names = new Set(found.filter(({ isValue }) => isValue).map(({ name }) => name))
  const lines = readFunctions().filter(({ name, serves }) => names.has(name) && serves.has('admin'))
  report(lines.length >= names.size && names.size > 14, 'functions.txt calls each function whose reads are recorded')
  await tx`select set_config('request.jwt.claims', tests.claims('admin'), true)`
  for (const { name, label, call } of lines) {
    const args = call.slice(`public.${name}`.length)
    const run = (select: string, rest: string): Promise<string> =>
      rolledBackPart(tx, async (inner) => {
        const before = await logged(inner)
        const [row] = await inner.unsafe<{ body: string }[]>(statement(name, args, select, rest))
        return (await logged(inner)) === before ? `not recorded: ${row?.body}` : 'recorded'
      }).catch((error: { code: string; message: string }) => `${error.code} ${error.message}`)
    const whole = await run(`"${name}".*`, '')
    report(whole === 'recorded', `${label} records that its whole result was read`, whole)
    for (const { what, of } of parts) {
      const answer = await run(...of(name))
      report(answer === 'PT403 not_allowed', `a part of the result of ${label} cannot be ${what}`, answer)
    }
  }
})
