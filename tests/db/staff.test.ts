/**
 * Every change by an admin needs a named permission. An admin whose role has no permission makes every call of admin-calls.txt that
 * is recorded in the log, and writes every table that admins write: all of it is refused. The same calls are then compared with
 * staff-matrix.txt, which lists the roles that may make them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { readCalls } from './support/admin-calls.ts'
import { type Report, rolledBackOutcomes } from './support/outcomes.ts'
import { actAs, actAsRole, idOf } from './support/people.ts'

const roles = ['owner', 'finance', 'support', 'dispatcher'] as const
const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8')

/** Roles by function. */
function readMatrix(): Map<string, Set<string>> {
  const lines = read('staff-matrix.txt')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', held = ''] = /^(\w+): ((?:owner|finance|support|dispatcher|, )+)$/.exec(line) ?? []
      if (!name) throw new Error(`staff-matrix.txt: not understood: ${line}`)
      return [name, new Set(held.split(', '))]
    })
  )
}

class Rollback extends Error {}

/** Runs a statement as the admin and rolls it back. Returns the error message, or null. */
async function refusal(tx: postgres.TransactionSql, admin: string, statement: string): Promise<string | null> {
  let refused: string | null = null
  await tx
    .savepoint(async (inner) => {
      await actAs(inner, admin)
      await inner.unsafe(statement)
      await actAsRole(inner, 'none')
      throw new Rollback()
    })
    .catch((error: Error) => {
      if (!(error instanceof Rollback)) refused = error.message
    })
  return refused
}

/** Calls that concern only the admin's own account and need no permission. */
const own = new Set(['delete_my_account'])

async function tryRoles(tx: postgres.TransactionSql, admin: string, report: Report): Promise<void> {
  const matrix = readMatrix()
  const calls = readCalls().filter(({ demo, name }) => demo !== 'denied' && (matrix.has(name) || !own.has(name)))
  for (const role of roles) {
    await tx`update public.profiles set staff_role = ${role} where id = ${admin}`
    for (const { name, label, statement } of calls.filter((call) => matrix.has(call.name))) {
      const refused = await refusal(tx, admin, `select to_jsonb(r) from ${statement} r`)
      const may = matrix.get(name)?.has(role)
      report((refused === null) === may, `the role ${role} ${may ? 'can' : 'cannot'} call ${label}`, refused ?? 'done')
    }
  }
  await tx`delete from public.staff_permissions`
  for (const { name, label, statement, log } of calls.filter(
    (call) => call.log === 'logged' || matrix.has(call.name)
  )) {
    if (own.has(name)) continue
    const refused = await refusal(tx, admin, `select to_jsonb(r) from ${statement} r`)
    report(refused === 'not_allowed', `${label} (${log}) is refused to an admin without permissions`, refused ?? 'done')
    report(matrix.has(name), `${label} has a line in staff-matrix.txt`)
  }
}

async function tryTables(tx: postgres.TransactionSql, admin: string, report: Report): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    select distinct p.tablename as name from pg_policies p
    where p.schemaname = 'public' and p.cmd in ('INSERT', 'UPDATE', 'DELETE') and coalesce(p.qual, p.with_check) like '%admin%' order by 1`
  report(tables.length >= 8, 'at least 8 tables can be written by admins', `${tables.length}`)
  // Updates instead of deletions for tables that refuse a deletion before they check the permission.
  const changes: Record<string, string> = {
    settings: 'update public.settings set bonus = 1',
    languages: 'update public.languages set lang_name = lang_name'
  }
  for (const { name } of tables) {
    const refused = await refusal(tx, admin, changes[name] ?? `delete from public.${name}`)
    report(refused === 'not_allowed', `writing ${name} is refused to an admin without permissions`, refused ?? 'done')
  }
}

/** A function that only requires staff, without a permission, could be refused above for another reason: so this checks the sources. */
async function tryDoors(tx: postgres.TransactionSql, report: Report): Promise<void> {
  const rows = await tx<{ name: string }[]>`
    select p.proname::text as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
      and p.prosrc ~ 'require_(permission|editor|staff)\\(\\)'`
  report(
    rows.length === 0,
    'no function requires staff without naming a permission',
    rows.map(({ name }) => name).join(', ')
  )
  const unknown = await tx<{ permission: string }[]>`
    select distinct m[1] as permission from pg_proc p cross join regexp_matches(p.prosrc, '(?:require_permission|require_editor|require_staff|check_permission)\\((?:[a-z_]+, )?''([a-z_]+)''', 'g') m
    where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
    except select permission from public.staff_permissions where staff_role = 'owner'`
  report(
    unknown.length === 0,
    'the owner role holds every permission',
    unknown.map(({ permission }) => permission).join(', ')
  )
}

await rolledBackOutcomes(['everyone.sql', 'admin.sql'], async (tx, report) => {
  const admin = await idOf(tx, 'admin')
  await tryDoors(tx, report)
  await tryRoles(tx, admin, report)
  await tryTables(tx, admin, report)
})
