/**
 * Compares with rls-matrix.txt what each role can do to each table: it reads exactly the expected rows, and its writes reach exactly
 * those rows. Triggers are off during the attempts, so that only grants and policies count.
 */
import type postgres from 'postgres'
import { type Report, rolledBackOutcomes } from './support/outcomes.ts'
import { actAs, actAsRole, idOf, type Sql } from './support/people.ts'
import {
  type Command,
  commands,
  conditionOf,
  type Matrix,
  people,
  type Relation,
  type Role,
  readMatrix,
  relations,
  roles
} from './support/rls-matrix.ts'

/** The person of each role. The other people of everyone.sql own the rows that these must not reach. */
const names: Partial<Record<Role, string>> = { rider: 'rider', driver: 'driver2', fleetadmin: 'fleet', admin: 'admin' }

const databaseRole = (role: Role): string =>
  role === 'anon' ? 'anon' : role === 'service' ? 'service_role' : 'authenticated'

class Rollback extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super('rolled back')
    this.value = value
  }
}

/** Runs `work` in a savepoint and rolls it back. Returns its value, or the error. */
async function probe<T>(tx: postgres.TransactionSql, work: (inner: Sql) => Promise<T>): Promise<T | Error> {
  try {
    await tx.savepoint(async (inner) => {
      throw new Rollback(await work(inner))
    })
  } catch (error) {
    if (error instanceof Rollback) return error.value as T
    return error instanceof Error ? error : new Error(String(error))
  }
  throw new Error('unreachable')
}

async function act(tx: Sql, role: Role, ids: Map<Role, string>): Promise<void> {
  const id = ids.get(role)
  if (id) await actAs(tx, id)
  else await actAsRole(tx, role === 'service' ? 'service_role' : 'anon')
}

/** Rows as text, which identifies them without knowing their key. */
const allRows = async (tx: Sql, table: string, where = 'true'): Promise<string[]> =>
  (await tx.unsafe<{ row: string }[]>(`select t::text as row from public.${table} t where ${where} order by 1`)).map(
    ({ row }) => row
  )

/** The columns that a role may use in a command, or all columns if it has no grant. */
async function granted(tx: Sql, { name, columns }: Relation, role: Role, command: Command): Promise<string[]> {
  const [row] = await tx<{ list: string[] | null }[]>`select array_agg(c) as list from unnest(${columns}::text[]) c
    where has_column_privilege(${databaseRole(role)}, ${`public.${name}`}, c, ${command})`
  return row?.list ?? columns
}

const refused = (error: unknown): boolean => (error as { code?: string }).code === '42501'

interface Case {
  relation: Relation
  role: Role
  /** The rows that the role may reach; `everything` are all rows. */
  expected: string[]
  everything: string[]
  where: string
}

async function trySelect(tx: postgres.TransactionSql, one: Case, ids: Map<Role, string>): Promise<string | null> {
  const seen = await probe(tx, async (inner) => {
    await act(inner, one.role, ids)
    return allRows(inner, one.relation.name)
  })
  if (seen instanceof Error) return refused(seen) && one.expected.length === 0 ? null : seen.message
  const extra = seen.filter((row) => !one.expected.includes(row))
  const absent = one.expected.filter((row) => !seen.includes(row))
  if (extra.length === 0 && absent.length === 0) return null
  return `sees ${extra.length} rows that it should not, misses ${absent.length}: ${(extra[0] ?? absent[0])?.slice(0, 200)}`
}

/** Tries an update that changes nothing, or a delete. The count, or the rows that are left, show which rows it reached. */
async function tryChange(
  tx: postgres.TransactionSql,
  one: Case,
  ids: Map<Role, string>,
  command: 'update' | 'delete'
): Promise<string | null> {
  const { name } = one.relation
  const column = (await granted(tx, one.relation, one.role, 'update')).at(-1)
  const reached = await probe(tx, async (inner) => {
    const before = await inner.unsafe<{ n: number }[]>(
      `select count(*)::int as n from public.${name} t where ${one.where}`
    )
    await act(inner, one.role, ids)
    const done = await inner.unsafe(
      command === 'delete' ? `delete from public.${name}` : `update public.${name} set "${column}" = "${column}"`
    )
    await actAsRole(inner, 'none')
    if (command === 'update')
      return done.count === before[0]?.n ? null : `reaches ${done.count} rows, not ${before[0]?.n}`
    const left = await allRows(inner, name)
    const wrong = one.expected.filter((row) => left.includes(row)).length
    const gone = one.everything.length - left.length
    return wrong === 0 && gone === one.expected.length ? null : `removes ${gone} rows, not ${one.expected.length}`
  })
  if (!(reached instanceof Error)) return reached
  return refused(reached) && one.expected.length === 0 ? null : reached.message
}

/** Inserts a copy of an allowed and of a forbidden row. An allowed copy passes the policies and may then fail as a duplicate. */
async function tryInsert(tx: postgres.TransactionSql, one: Case, ids: Map<Role, string>): Promise<string | null> {
  const { name } = one.relation
  const columns = await granted(tx, one.relation, one.role, 'insert')
  const list = columns.map((column) => `"${column}"`).join(', ')
  const other = one.everything.find((row) => !one.expected.includes(row))
  for (const [row, isAllowed] of [
    [one.expected[0], true],
    [other, false]
  ] as const) {
    if (row === undefined) continue
    const [copy] = await tx.unsafe<{ json: string }[]>(
      `select to_json(t)::text as json from public.${name} t where t::text = $1 limit 1`,
      [row]
    )
    const outcome = await probe(tx, async (inner) => {
      await act(inner, one.role, ids)
      await inner.unsafe(
        `insert into public.${name} (${list}) overriding system value select ${list} from json_populate_record(null::public.${name}, $1::text::json)`,
        [copy?.json ?? '']
      )
    })
    const isDone = !(outcome instanceof Error) || (outcome as { code?: string }).code === '23505'
    if (isDone !== isAllowed) return isDone ? `can insert ${row.slice(0, 200)}` : `cannot insert: ${outcome}`
    if (!isDone && !refused(outcome)) return String(outcome)
  }
  return null
}

async function tryCell(
  tx: postgres.TransactionSql,
  relation: Relation,
  role: Role,
  command: Command,
  rows: string,
  ids: Map<Role, string>
): Promise<string | null> {
  const where = conditionOf(rows, ids.get(role))
  const everything = await allRows(tx, relation.name)
  const expected = rows === 'all' ? everything : await allRows(tx, relation.name, where)
  const help = 'add some to tests/db/support/everyone.sql'
  if (everything.length === 0) return `there are no rows in ${relation.name}: ${help}`
  if (rows !== 'all' && rows !== 'nothing') {
    if (expected.length === 0) return `no row of ${relation.name} belongs to ${names[role]}: ${help}`
    if (expected.length === everything.length)
      return `every row of ${relation.name} belongs to ${names[role]}, so add others' rows to tests/db/support/everyone.sql`
  }
  const one = { relation, role, expected, everything, where }
  if (command === 'select') return trySelect(tx, one, ids)
  if (command === 'insert') return tryInsert(tx, one, ids)
  return tryChange(tx, one, ids, command)
}

function titleOf(role: Role, command: Command, rows: string, table: string): string {
  if (rows === 'nothing') return `${role} cannot ${command} rows of ${table}`
  return `${role} can ${command} ${rows === 'all' ? `all rows of ${table}` : `only the rows of ${table} with ${rows}`}`
}

async function tryMatrix(tx: postgres.TransactionSql, report: Report, matrix: Matrix): Promise<void> {
  const ids = new Map<Role, string>()
  for (const role of people) ids.set(role, await idOf(tx, names[role] ?? ''))
  await tx`set local session_replication_role = replica`
  const found = await relations(tx)
  const gone = [...matrix.keys()].filter((name) => !found.some((relation) => relation.name === name))
  report(gone.length === 0, 'each table in rls-matrix.txt exists', gone.join(', '))
  for (const relation of found) {
    const cells = matrix.get(relation.name)
    const where = 'add to tests/db/rls-matrix.txt which roles can read and write it'
    report(cells !== undefined, `public.${relation.name} has an entry in rls-matrix.txt`, where)
    for (const role of cells ? roles : []) {
      for (const command of relation.isView ? (['select'] as const) : commands) {
        const rows = cells?.get(`${command} ${role}`) ?? (role === 'service' ? 'all' : 'nothing')
        const problem = await tryCell(tx, relation, role, command, rows, ids)
        report(problem === null, titleOf(role, command, rows, relation.name), problem ?? '')
      }
    }
  }
  await tx`set local session_replication_role = origin`
}

await rolledBackOutcomes(['everyone.sql'], (tx, report) => tryMatrix(tx, report, readMatrix()))
