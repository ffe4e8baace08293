/**
 * What an admin of each staff role reads: every table and bucket of the catalogue. What needs a permission is absent for the roles
 * that lack it, as it is in the functions (functions.test.ts), which take the roles from the same rows of staff_permissions.
 */
import type postgres from 'postgres'
import { actAsHolder, holderId, holdTokens } from './support/former.ts'
import { files, reachedFiles } from './support/former-files.ts'
import { staffRoles } from './support/functions.ts'
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
