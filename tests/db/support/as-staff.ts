/**
 * Every change by an admin needs a named permission. Each staff role makes the calls of functions.txt, and an admin whose role has
 * no permission makes them again and writes every table that admins write: all of it is refused.
 */
import type postgres from 'postgres'
import { type Line, staffRoles } from './functions.ts'
import { type Report, rolledBackPart } from './outcomes.ts'
import { actAs, actAsRole, idOf } from './people.ts'

/** Runs a statement as the admin and rolls it back. Returns the error message, or null. */
function refusal(tx: postgres.TransactionSql, admin: string, statement: string): Promise<string | null> {
  return rolledBackPart(tx, async (inner) => {
    await actAs(inner, admin)
    await inner.unsafe(statement)
    await actAsRole(inner, 'none')
    return null
  }).catch((error: Error) => error.message)
}

async function tryRoles(
  tx: postgres.TransactionSql,
  admin: string,
  lines: readonly Line[],
  report: Report
): Promise<void> {
  const call = ({ call: statement }: Line) => refusal(tx, admin, `select to_jsonb(r) from ${statement} r`)
  for (const role of staffRoles) {
    await tx`update public.profiles set staff_role = ${role} where id = ${admin}`
    for (const line of lines.filter(({ staff }) => staff !== null)) {
      const refused = await call(line)
      const may = line.staff?.has(role)
      report(
        (refused === null) === may,
        `the role ${role} ${may ? 'can' : 'cannot'} call ${line.label}`,
        refused ?? 'done'
      )
    }
  }
  await tx`delete from public.staff_permissions`
  for (const line of lines.filter(({ log, staff, isOwn }) => (log === 'logged' && !isOwn) || staff !== null)) {
    const refused = await call(line)
    const title = `${line.label} (${line.log}) is refused to an admin without permissions`
    report(refused === 'not_allowed', title, refused ?? 'done')
  }
}

async function tryTables(tx: postgres.TransactionSql, admin: string, report: Report): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    select distinct p.tablename as name from pg_policies p
    where p.schemaname = 'public' and p.cmd in ('INSERT', 'UPDATE', 'DELETE') and coalesce(p.qual, p.with_check) like '%admin%' order by 1`
  report(tables.length >= 8, 'at least 8 tables can be written by admins', `${tables.length}`)
  // Updates instead of deletions for tables that refuse a deletion before they check the permission, or always.
  const changes: Record<string, string> = {
    settings: 'update public.settings set bonus = 1',
    languages: 'update public.languages set lang_name = lang_name',
    paper_kinds: 'update public.paper_kinds set name = name'
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

export async function tryStaff(tx: postgres.TransactionSql, lines: readonly Line[], report: Report): Promise<void> {
  const admin = await idOf(tx, 'admin')
  await tryDoors(tx, report)
  await rolledBackPart(tx, async (inner) => {
    await tryRoles(inner, admin, lines, report)
    await tryTables(inner, admin, report)
  })
}
