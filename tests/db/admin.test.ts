/**
 * Each action of an admin is recorded in the audit log; a demo refuses critical changes and masks contacts. The functions are
 * those of admin-calls.txt, the tables those of the catalogue: a new function fails until it has a line there.
 */
import type postgres from 'postgres'
import { type Call, readCalls } from './support/admin-calls.ts'
import { type Report, rolledBackOutcomes } from './support/outcomes.ts'
import { actAs, actAsRole, idOf, type Sql } from './support/people.ts'

interface Outcome {
  /** The key of the refusal, or null. */
  refused: string | null
  answer: string
  /** Lines of this admin added to the audit log. */
  lines: number
  /** The text of these lines. */
  logged: string
}

/** An unmasked mail address or phone number. */
const contact = /[^\s"@]+@[a-z0-9-]+\.[a-z]|"(?:email|mobile|phone|\w*contact)": "[^"*]*\d{3}/i

class Rollback extends Error {}

/** Runs a statement as the admin and rolls it back. */
async function tryAs(tx: postgres.TransactionSql, admin: string, statement: string): Promise<Outcome> {
  const outcome: Outcome = { refused: null, answer: '', lines: 0, logged: '' }
  const lines = (inner: Sql): Promise<{ line: string }[]> =>
    inner`select concat_ws(' ', l.before, l.after) as line from public.audit_log l where l.actor_id = ${admin} order by l.id`
  const before = (await lines(tx)).length
  await tx
    .savepoint(async (inner) => {
      await actAs(inner, admin)
      const rows = await inner.unsafe<{ answer: string }[]>(statement)
      outcome.answer = rows.map((row) => row.answer).join('\n')
      await actAsRole(inner, 'none')
      const added = (await lines(inner)).slice(before)
      outcome.lines = added.length
      outcome.logged = added.map(({ line }) => line).join('\n')
      throw new Rollback()
    })
    .catch((error: Error & { code?: string }) => {
      if (!(error instanceof Rollback)) outcome.refused = `${error.code} ${error.message}`
    })
  return outcome
}

const callOf = ({ statement }: Call): string => `select to_jsonb(r)::text as answer from ${statement} r`

/** The contacts and bank numbers of all people except the admin: a demo must show none of them. */
async function secrets(tx: Sql, admin: string): Promise<string[]> {
  const rows = await tx<{ secret: string }[]>`
    select distinct s.secret from (
      select unnest(array[p.email, p.mobile]) from public.profiles p where p.id <> ${admin}
      union all select unnest(array[k.customer_email, k.customer_contact, k.driver_contact, k.guest_phone, k.delivery_person_phone]) from public.booking_contacts k
      union all select unnest(array[k.bank_account, k.bank_code]) from public.bank_details k
      union all select unnest(array[w.bank_account, w.bank_code]) from public.withdraw_requests w
      union all select e.payload ->> 'payer' from public.payment_events e) s (secret)
    where length(s.secret) > 5`
  return rows.map(({ secret }) => secret)
}

async function tryLog(tx: postgres.TransactionSql, admin: string, calls: Call[], report: Report): Promise<void> {
  for (const call of calls) {
    const { refused, lines, logged } = await tryAs(tx, admin, callOf(call))
    if (call.demo === 'denied')
      report(refused?.startsWith('PT4') === true, `an admin cannot call ${call.label}`, refused ?? '')
    else if (call.log === 'silent')
      report(
        !refused && lines === 0,
        `${call.label} by an admin is not recorded in the audit log`,
        refused ?? `${lines}`
      )
    else report(!refused && lines > 0, `${call.label} by an admin is recorded in the audit log`, refused ?? 'no line')
    if (call.log === 'logged')
      report(!contact.test(logged), `the audit log of ${call.label} contains no address or number`, logged)
  }
}

async function tryDemo(tx: postgres.TransactionSql, admin: string, calls: Call[], report: Report): Promise<void> {
  await tx`select tests.set('allow_critical_edits_admin', 'false')`
  const hidden = await secrets(tx, admin)
  report(
    hidden.length > 50,
    'the played data contains more than 50 contacts and bank numbers to hide',
    `${hidden.length}`
  )
  const leaked = (answer: string): string => hidden.filter((secret) => answer.includes(secret)).join(', ')
  for (const call of calls.filter(({ demo }) => demo !== 'denied')) {
    const { refused, answer } = await tryAs(tx, admin, callOf(call))
    if (call.demo === 'refused')
      report(refused === 'PT403 demo_mode', `a demo refuses ${call.label}`, refused ?? 'done')
    else
      report(
        !refused && !leaked(answer),
        `${call.label} shows an admin no contact in a demo`,
        refused ?? leaked(answer)
      )
  }
  for (const { relation } of await tx<{ relation: string }[]>`
      select c.oid::regclass::text as relation from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
        and has_table_privilege('authenticated', c.oid, 'select')
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e') order by 1`) {
    const { refused, answer } = await tryAs(tx, admin, `select to_jsonb(t)::text as answer from ${relation} t`)
    report(!refused && !leaked(answer), `${relation} shows an admin no contact in a demo`, refused ?? leaked(answer))
  }
}

/** Table writes that a demo allows admins, as specified; it refuses all others. */
const demoWrites = new Set(['promos INSERT', 'promos UPDATE', 'notifications INSERT'])

async function tryTables(tx: Sql, report: Report): Promise<void> {
  const found = await tx<{ what: string; audited: boolean; guarded: boolean }[]>`
    with writable as (
      select distinct c.oid, c.relname, p.cmd from pg_policies p join pg_class c on c.relname = p.tablename and c.relnamespace = 'public'::regnamespace
      where p.schemaname = 'public' and p.cmd in ('INSERT', 'UPDATE', 'DELETE') and coalesce(p.qual, p.with_check) like '%admin%'),
    triggers as (
      select t.tgrelid, f.proname, k.cmd from pg_trigger t join pg_proc f on f.oid = t.tgfoid
      cross join (values ('INSERT', 4), ('DELETE', 8), ('UPDATE', 16)) k (cmd, bit) where t.tgtype & k.bit > 0 and t.tgenabled = 'O')
    select w.relname || ' ' || w.cmd as what,
      exists (select 1 from triggers t where t.tgrelid = w.oid and t.cmd = w.cmd and t.proname = 'tg_audit') as audited,
      exists (select 1 from triggers t where t.tgrelid = w.oid and t.cmd = w.cmd and t.proname = 'tg_require_edits') as guarded
    from writable w order by 1`
  report(found.length >= 19, 'at least 19 kinds of table writes are open to admins', `${found.length}`)
  for (const { what, audited, guarded } of found) {
    report(audited, `${what} by an admin is recorded in the audit log`)
    report(
      guarded === !demoWrites.has(what),
      demoWrites.has(what) ? `an admin can ${what} in a demo` : `an admin cannot ${what} in a demo`
    )
  }
}

/** Only functions that need no admin permission can change data without a line in the log. */
async function trySilent(tx: Sql, calls: Call[], report: Report): Promise<void> {
  const names = calls.filter(({ demo, log }) => demo === 'allowed' && log === 'silent').map(({ name }) => name)
  const rows = await tx<{ name: string }[]>`
    select distinct p.proname::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any (${names})
      and p.provolatile = 'v' and p.prosrc ~ 'require_permission|require_editor|require_staff|lock_withdrawal' and p.prosrc !~ 'log_access|log_list|count_shown_rows'`
  report(
    rows.length === 0,
    'each function that changes data by an admin permission writes to a log',
    rows.map(({ name }) => name).join(', ')
  )
}

async function tryCatalogue(tx: Sql, calls: Call[], report: Report): Promise<void> {
  const rows = await tx<{ name: string }[]>`
    select distinct p.proname::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace
      and has_function_privilege('authenticated', p.oid, 'execute')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`
  const known = new Set(calls.map(({ name }) => name))
  const missing = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  report(
    missing.length === 0,
    'each function that signed-in users can execute has a line in admin-calls.txt',
    missing.join(', ')
  )
  const gone = [...known].filter((name) => !rows.some((row) => row.name === name))
  report(gone.length === 0, 'each line of admin-calls.txt names an existing function', gone.join(', '))
}

await rolledBackOutcomes(['everyone.sql', 'admin.sql'], async (tx, report) => {
  const calls = readCalls()
  const admin = await idOf(tx, 'admin')
  await tryCatalogue(tx, calls, report)
  await trySilent(tx, calls, report)
  await tryTables(tx, report)
  await tryLog(tx, admin, calls, report)
  await tryDemo(tx, admin, calls, report)
})
