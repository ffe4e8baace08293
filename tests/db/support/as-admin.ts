/**
 * Each action of an admin is recorded in the audit log; a demo refuses critical changes and masks contacts. The calls are those of
 * functions.txt, the tables those of the catalogue.
 */
import type postgres from 'postgres'
import type { Line } from './functions.ts'
import { type Report, rolledBackPart } from './outcomes.ts'
import { actAs, actAsRole, idOf, type Sql } from './people.ts'

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

/** Runs a statement as the admin and rolls it back. */
function tryAs(tx: postgres.TransactionSql, admin: string, statement: string): Promise<Outcome> {
  const logOf = (inner: Sql): Promise<{ line: string }[]> =>
    inner`select concat_ws(' ', l.before, l.after) as line from public.audit_log l where l.actor_id = ${admin} order by l.id`
  return rolledBackPart(tx, async (inner) => {
    const before = (await logOf(inner)).length
    await actAs(inner, admin)
    const rows = await inner.unsafe<{ answer: string }[]>(statement)
    await actAsRole(inner, 'none')
    const added = (await logOf(inner)).slice(before).map(({ line }) => line)
    return {
      refused: null,
      answer: rows.map((row) => row.answer).join('\n'),
      lines: added.length,
      logged: added.join('\n')
    }
  }).catch((error: Error & { code?: string }) => ({
    refused: `${error.code} ${error.message}`,
    answer: '',
    lines: 0,
    logged: ''
  }))
}

const callOf = ({ call }: Line): string => `select to_jsonb(r)::text as answer from ${call} r`

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

export async function tryLog(tx: postgres.TransactionSql, lines: readonly Line[], report: Report): Promise<void> {
  const admin = await idOf(tx, 'admin')
  for (const line of lines.filter(({ mayCall }) => mayCall.has('admin'))) {
    const { refused, lines: added, logged } = await tryAs(tx, admin, callOf(line))
    if (line.log === '-')
      report(refused?.startsWith('PT4') === true, `an admin cannot call ${line.label}`, refused ?? '')
    else if (line.log === 'silent')
      report(
        !refused && added === 0,
        `${line.label} by an admin is not recorded in the audit log`,
        refused ?? `${added}`
      )
    else report(!refused && added > 0, `${line.label} by an admin is recorded in the audit log`, refused ?? 'no line')
    if (line.log === 'logged')
      report(!contact.test(logged), `the audit log of ${line.label} contains no address or number`, logged)
  }
}

export async function tryDemo(tx: postgres.TransactionSql, lines: readonly Line[], report: Report): Promise<void> {
  const admin = await idOf(tx, 'admin')
  await tryTables(tx, report)
  await rolledBackPart(tx, async (inner) => {
    await inner`select tests.set('allow_critical_edits_admin', 'false')`
    await tryContacts(inner, admin, lines, report)
  })
}

async function tryContacts(
  tx: postgres.TransactionSql,
  admin: string,
  lines: readonly Line[],
  report: Report
): Promise<void> {
  const hidden = await secrets(tx, admin)
  report(
    hidden.length > 50,
    'the played data contains more than 50 contacts and bank numbers to hide',
    `${hidden.length}`
  )
  const leaked = (answer: string): string => hidden.filter((secret) => answer.includes(secret)).join(', ')
  for (const line of lines.filter(({ demo }) => demo !== '-')) {
    const { refused, answer } = await tryAs(tx, admin, callOf(line))
    if (line.demo === 'refused')
      report(refused === 'PT403 demo_mode', `a demo refuses ${line.label}`, refused ?? 'done')
    else
      report(
        !refused && !leaked(answer),
        `${line.label} shows an admin no contact in a demo`,
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
export async function trySilent(tx: Sql, lines: readonly Line[], report: Report): Promise<void> {
  const names = lines.filter(({ demo, log }) => demo === 'allowed' && log === 'silent').map(({ name }) => name)
  const rows = await tx<{ name: string }[]>`
    select distinct p.proname::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any (${names})
      and p.provolatile = 'v' and p.prosrc ~ 'require_permission|require_editor|require_staff|lock_withdrawal' and p.prosrc !~ 'log_access|log_list|count_shown_rows'`
  report(
    rows.length === 0,
    'each function that changes data by an admin permission writes to a log',
    rows.map(({ name }) => name).join(', ')
  )
}
