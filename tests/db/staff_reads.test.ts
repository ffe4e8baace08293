/**
 * What an admin of each staff role reads: every table and bucket of the catalogue. What needs a permission is absent for the roles
 * that lack it, as it is in the functions (functions.test.ts), which take the roles from the same rows of staff_permissions. No
 * table shows more than the functions that list its rows: neither to a role that they refuse, nor without their record.
 */
import type postgres from 'postgres'
import { actAsHolder, holderId, holdTokens } from './support/former.ts'
import { files, reachedFiles } from './support/former-files.ts'
import { readFunctions, staffRoles } from './support/functions.ts'
import { type Report, rolledBackOutcomes, rolledBackPart } from './support/outcomes.ts'
import { actAsRole } from './support/people.ts'
import { ownRows, type Relation, readMatrix, relations } from './support/rls-matrix.ts'

type Transaction = postgres.TransactionSql

/** The permission for the files of each bucket; null admits every admin. Only the service role uses the map's files. */
const bucketNeeds: Record<string, string | null> = {
  users: 'people',
  shifts: 'people',
  cartypes: 'prices',
  company: 'settings',
  bookings: null,
  regions: 'none'
}

const matrix = readMatrix()

async function rowsOfAdmin(tx: Transaction, { name }: Relation): Promise<string[]> {
  const rows = await rolledBackPart(tx, async (inner) => {
    await actAsHolder(inner, 'admin')
    return inner.unsafe<{ row: string }[]>(`select t::text as row from public.${name} t order by 1`)
  })
  return rows.map(({ row }) => row)
}

async function tryTables(
  tx: Transaction,
  role: string,
  held: ReadonlySet<string>,
  asOwner: ReadonlyMap<string, number>,
  report: Report
): Promise<void> {
  const id = await holderId(tx, 'admin')
  for (const relation of await relations(tx)) {
    const needs = matrix.get(relation.name)?.get('needs')
    const seen = await rowsOfAdmin(tx, relation)
    if (!needs || held.has(needs)) {
      const why = needs ? `has ${needs} and ` : ''
      report(
        seen.length === asOwner.get(relation.name),
        `the role ${role} ${why}reads ${relation.name} as an owner does`,
        `${seen.length} rows`
      )
      continue
    }
    const own = await tx.unsafe<{ row: string }[]>(
      `select t::text as row from public.${relation.name} t where ${ownRows(matrix, relation.name, id)}`
    )
    const extra = seen.filter((row) => !own.some((one) => one.row === row))
    report(
      extra.length === 0,
      `the role ${role} lacks ${needs} and reads only own rows of ${relation.name}`,
      extra.join('\n').slice(0, 400)
    )
  }
}

async function tryBuckets(tx: Transaction, role: string, held: ReadonlySet<string>, report: Report): Promise<void> {
  const id = await holderId(tx, 'admin')
  const reached = (await reachedFiles(tx, (inner) => actAsHolder(inner, 'admin'))).filter(
    ({ name }) => !name.startsWith(`${id}/`)
  )
  for (const bucket of await tx<{ id: string }[]>`select id from storage.buckets order by 1`) {
    const needs = bucketNeeds[bucket.id]
    const of = reached.filter((one) => one.bucket === bucket.id)
    const may = needs === null || held.has(needs ?? 'none')
    report(
      needs !== undefined && of.length > 0 === may,
      `the role ${role} ${may ? 'reaches files' : 'reaches no file'} in the bucket ${bucket.id}`,
      of.map(({ deed, name }) => `${deed} ${name}`).join('\n')
    )
  }
}

/** The lists of a table's rows: functions that are named after it, or that return its rows as a page or a set. */
const lists = `select c.relname::text as name, p.proname::text as list, p.prosrc ~ 'app[.](log_|count_shown_rows)' as recorded
  from pg_class c join pg_proc p on p.proname = 'list_' || c.relname or p.proretset and p.prorettype = c.reltype
    or obj_description(p.oid, 'pg_proc') ~ ('@returns page of ' || c.relname || '[.]')
  where c.relnamespace = 'public'::regnamespace and p.pronamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  order by 1, 2`

async function tryLists(
  tx: Transaction,
  permissions: readonly { role: string; permission: string }[],
  report: Report
): Promise<void> {
  const found = await tx.unsafe<{ name: string; list: string; recorded: boolean }[]>(lists)
  report(found.length > 10, 'lists of the rows of tables are found', found.map(({ list }) => list).join(', '))
  const id = await holderId(tx, 'admin')
  const lines = readFunctions()
  for (const name of new Set(found.map((one) => one.name))) {
    const of = found.filter((one) => one.name === name)
    const asked = of.flatMap(({ list }) => lines.filter((line) => line.name === list && line.serves.has('admin')))
    const served = new Set<string>(asked.flatMap(({ staff }) => [...(staff ?? staffRoles)]))
    const needs = matrix.get(name)?.get('needs')
    const readers =
      matrix.get(name)?.get('select admin') === 'all'
        ? staffRoles.filter(
            (role) => !needs || permissions.some((one) => one.role === role && one.permission === needs)
          )
        : []
    const wider = readers.filter((role) => served.size > 0 && !served.has(role))
    report(wider.length === 0, `the table ${name} is read by no staff role that its lists refuse`, wider.join(', '))
    if (!of.some(({ recorded }) => recorded)) continue
    await rolledBackPart(tx, async (inner) => {
      await inner`update public.settings set export_limit = 1 where id = 1`
      const own = await inner.unsafe<{ row: string }[]>(
        `select t::text as row from public.${name} t where ${name === 'profiles' ? `t.id = '${id}'` : ownRows(matrix, name, id)}`
      )
      const seen = await rowsOfAdmin(inner, { name, isView: false, columns: [] })
      const extra = seen.filter((row) => !own.some((one) => one.row === row))
      report(
        extra.length === 0,
        `the table ${name}, whose lists are recorded, shows an owner with a read limit no row of others`,
        extra.join('\n').slice(0, 400)
      )
    })
  }
}

await rolledBackOutcomes(['everyone.sql'], async (tx, report) => {
  await actAsRole(tx, 'none')
  await holdTokens(tx)
  await tx.unsafe(files)
  const permissions = await tx<
    { role: string; permission: string }[]
  >`select s.staff_role as role, s.permission from public.staff_permissions s`
  const asked = new Set([...matrix.values()].flatMap((cells) => cells.get('needs') ?? []))
  const unknown = [...asked].filter((one) => !permissions.some(({ permission }) => permission === one))
  report(unknown.length === 0, 'each permission of rls-matrix.txt exists', unknown.join(', '))
  await tryLists(tx, permissions, report)
  const asOwner = new Map<string, number>()
  for (const relation of await relations(tx)) asOwner.set(relation.name, (await rowsOfAdmin(tx, relation)).length)
  for (const role of staffRoles) {
    await rolledBackPart(tx, async (inner) => {
      await inner`set local session_replication_role = replica`
      await inner`update public.profiles set staff_role = ${role} where id = tests.id('admin')`
      await inner`set local session_replication_role = origin`
      const held = new Set(permissions.filter((one) => one.role === role).map(({ permission }) => permission))
      await tryTables(inner, role, held, asOwner, report)
      await tryBuckets(inner, role, held, report)
    })
  }
})
