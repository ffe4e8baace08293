import { readFileSync } from 'node:fs'
import type postgres from 'postgres'
import { idOf } from '../money/fill.ts'
import { type Figure, round } from '../report.ts'

// Measures a month of a million payments: a provider's report is imported line by line as from a file, and differences are
// listed.

const payments = 1_000_000
/** Lines in one batch, as the page sends them: MOST_LINES of src/features/staff/money/commands.ts. */
const batch = 5000
/** One payment in this many is missing in the report, and as many lines of the report are unknown to us. */
const lost = 100_000

/** Creates payments of last month, each with its entries, in order of time as on disk. */
async function fillMonth(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`select app.ledger_account('clearing:paypal'), app.ledger_account('wallet:' || ${idOf('riders', 0)})`
    await tx.unsafe(`
      insert into public.payments (id, purpose, customer_id, provider, amount, currency, status, captured_amount, fee, charge_ref, created_at, paid_at, client_key)
      select m.id, 'topup', '${idOf('riders', 0)}', 'paypal', m.amount, 'CHF', 'paid', m.amount, 0.5, 'ch_' || m.n, m.at, m.at, m.id
      from (select n, (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-00000000000b')::uuid as id, 10 + n % 90 as amount,
        date_trunc('month', now()) - interval '1 month' + n * interval '2.5 seconds' as at from generate_series(1, ${payments}) n) m`)
    await tx.unsafe(`
      with posted as (
        insert into public.ledger_transactions (kind, idempotency_key, created_at)
        select 'topup', 'month:' || p.id, p.paid_at from public.payments p where p.provider = 'paypal' order by p.paid_at returning id, idempotency_key)
      insert into public.ledger_entries (id, transaction_id, account_id, amount)
      select nextval('public.ledger_entries_id_seq'), t.id, a.id, p.amount * case a.kind when 'clearing' then -1 else 1 end
      from posted t join public.payments p on p.id = substr(t.idempotency_key, 7)::uuid
      cross join public.ledger_accounts a where a.name in ('clearing:paypal', 'wallet:${idOf('riders', 0)}')`)
  })
  await sql`analyze public.payments, public.ledger_transactions, public.ledger_entries, public.ledger_accounts`
}

/** The lines of the report, in batches. */
function* report(): Generator<string> {
  const begin = new Date()
  begin.setUTCDate(1)
  begin.setUTCHours(0, 0, 0, 0)
  begin.setUTCMonth(begin.getUTCMonth() - 1)
  for (let from = 1; from <= payments; from += batch) {
    const lines: unknown[] = []
    for (let n = from; n < from + batch; n += 1) {
      const at = new Date(begin.getTime() + n * 2500).toISOString()
      const charge = n % lost === 0 ? `unknown_${n}` : `ch_${n}`
      lines.push({
        line_ref: `t_${n}`,
        kind: 'charge',
        charge_ref: charge,
        gross: 10 + (n % 90),
        fee: 0.5,
        currency: 'CHF',
        at
      })
    }
    yield JSON.stringify(lines)
  }
}

/** Private memory of the database server's process for our connection (MB). */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

async function asAdmin<Row extends object>(sql: postgres.Sql, query: string, args: unknown[] = []): Promise<Row[]> {
  return (await sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub: idOf('admins', 0), role: 'authenticated', user_role: 'admin' })
    await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    return [...(await tx.unsafe<Row[]>(query, args as never[]))]
  })) as Row[]
}

/** SQL of last month, from its first day to its last. */
const month = `date_trunc('month', now() - interval '1 month')::date, (date_trunc('month', now()) - interval '1 day')::date`

export async function measureMonth(sql: postgres.Sql): Promise<Figure[]> {
  await fillMonth(sql)
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const pid = backend?.pid ?? 0
  // Memory of this process before the import: earlier measurements left some that does not count.
  const own = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid) + (process.memoryUsage().rss - own) / 2 ** 20)
  }, 100)
  const begin = performance.now()
  for (const lines of report()) {
    await asAdmin(sql, `select * from public.record_provider_report('paypal', $1::text::jsonb)`, [lines])
  }
  const found = await asAdmin<{ outcome: string }>(
    sql,
    `select outcome from public.reconciliation('paypal', ${month}, page_size => 1000)`
  )
  const elapsed = performance.now() - begin
  const differences = (2 * payments) / lost
  if (found.length !== differences) throw new Error(`${found.length} differences were found, not ${differences}`)
  const before = performance.now()
  await sql`select app.sum_days()`
  const summed = performance.now() - before
  const desk = performance.now()
  await asAdmin(sql, `select * from public.money_desk(${month})`)
  const shown = performance.now() - desk
  clearInterval(watch)
  const of = 'a month of 1M payments'
  return [
    { metric: `${of} is reconciled with its report`, value: round(elapsed / 1000), unit: 's', goal: 60 },
    {
      metric: `${of}: memory of the server and what the client grew by, at most`,
      value: Math.round(peak),
      unit: 'MB',
      goal: 300
    },
    { metric: `${of}: its days are summed up`, value: round(summed / 1000), unit: 's', goal: null },
    { metric: `${of}: the money desk shows it`, value: Math.round(shown), unit: 'ms', goal: null }
  ]
}
