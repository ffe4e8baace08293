/**
 * The numbers of receipts: many rides are paid at once while four jobs issue receipts, and PostgreSQL is killed in the middle. The
 * numbers have no gap and no duplicate, each payment has one receipt, and each receipt equals the ledger.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { withCluster } from './support/cluster.ts'
import { confirmCash, driver, makeCrowd, ride, rider } from './support/crowd.ts'
import { checkInvariants } from './support/invariants.ts'
import { outcomes, say } from './support/outcomes.ts'
import { call } from './support/people.ts'
import { ignoreLostSocket } from './support/race.ts'
import { isFull } from './support/random.ts'

type Sql = postgres.Sql
const people = 24

async function issue(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local role postgres`
    await tx`select app.issue_receipts()`
  })
}

/** Issues receipts in four loops at once, as cron's job does, until the returned function is called. */
function keepIssuing(sql: Sql): () => void {
  let isStopped = false
  for (const _ of [1, 2, 3, 4]) {
    void (async () => {
      while (!isStopped) {
        await issue(sql).catch(() => {})
        await sleep(2)
      }
    })()
  }
  return () => {
    isStopped = true
  }
}

/** Plays one ride of each rider up to its payment (PENDING). */
async function makeUnpaid(sql: Sql): Promise<string[]> {
  const bookings: string[] = []
  for (let n = 1; n <= people; n += 1) {
    bookings.push(await ride(sql, { rider: rider(n), driver: driver(n) }, 'PENDING'))
  }
  return bookings
}

const paidWithout = (sql: Sql) => sql<{ id: string }[]>`
  select b.id from public.bookings b where b.paid_at is not null
    and not exists (select 1 from public.receipts r where r.booking_id = b.id and r.kind = 'receipt')`

const due = async (sql: Sql): Promise<number> =>
  (await sql<{ n: number }[]>`select count(*)::int as n from app.receipts_due`)[0]?.n ?? 0

/** Receipts that differ from the ledger entries of their booking. */
const wrong = (sql: Sql) => sql<{ number: string }[]>`
  with paid as (
    select t.booking_id,
      coalesce(sum(e.amount) filter (where a.kind in ('wallet', 'bonus') and a.user_id = b.driver_id and e.amount > 0 and t.kind = 'settlement'), 0)
        + coalesce(sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0) as fare,
      -coalesce(sum(e.amount) filter (where a.user_id = b.customer_id), 0) as wallet,
      -coalesce(sum(e.amount) filter (where a.kind = 'expense.promotions'), 0) as discount
    from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id join public.bookings b on b.id = t.booking_id
    where t.kind in ('wallet_payment', 'settlement') group by t.booking_id)
  select r.number from public.receipts r join paid p on p.booking_id = r.booking_id
  cross join lateral (select sum((l ->> 'amount')::numeric) as lines from jsonb_array_elements(r.content -> 'lines') l) l
  cross join lateral (select coalesce(sum((m ->> 'amount')::numeric), 0) as paid,
    coalesce(sum((m ->> 'amount')::numeric) filter (where m ->> 'way' = 'wallet'), 0) as wallet from jsonb_array_elements(r.content -> 'payments') m) m
  where r.kind = 'receipt' and ((r.content ->> 'total')::numeric, l.lines, m.wallet, (r.content ->> 'discount')::numeric, m.paid)
    is distinct from (p.fare, p.fare, p.wallet, p.discount, p.fare - p.discount + (r.content ->> 'rounding')::numeric)`

await outcomes(async (report) => {
  const rounds = isFull ? 10 : 1
  await withCluster(async (cluster) => {
    let sql = cluster.connect(20)
    await makeCrowd(sql, people, people)
    await sql`update public.settings set dispatch_mode = 'all', receipt_prefix = 'R-', tax_percent = 8.1, fleet_percent = 10 where id = 1`
    await sql`select app.post_ledger('testing', 'give:' || p.id, null, jsonb_build_array(app.entry('wallet:' || p.id, 5), app.entry('adjustments', -5)))
      from public.profiles p where p.id = any (${Array.from({ length: people }, (_, n) => rider(n + 1))}::uuid[])`
    for (let round = 0; round < rounds * 2; round += 1) {
      const bookings = await makeUnpaid(sql)
      // Every third rider first pays a part with the wallet.
      for (let n = 1; n <= people; n += 3)
        await call(sql, rider(n), 'select public.pay_with_wallet($1) as it', [bookings[n - 1] ?? ''])
      const stop = keepIssuing(sql)
      const began = performance.now()
      const payments = Promise.all(bookings.map((id, n) => confirmCash(sql, driver(n + 1), id).catch(() => null)))
      const isKilled = round % 2 === 1
      if (isKilled) {
        await sleep(60)
        process.on('uncaughtException', ignoreLostSocket)
        stop()
        cluster.kill()
        // A query that waits for a connection of the killed server would never return.
        await Promise.race([payments, sleep(200)])
        await sql.end({ timeout: 0 })
        await cluster.restart()
        process.off('uncaughtException', ignoreLostSocket)
        sql = cluster.connect(20)
        for (const [n, id] of bookings.entries()) await confirmCash(sql, driver(n + 1), id)
      } else {
        await payments
        stop()
      }
      // Repeats, because a call returns at once while another one still issues receipts.
      for (let left = 100; left > 0 && (await due(sql)) > 0; left -= 1) await issue(sql)
      say(
        `${people} paid and numbered in ${(performance.now() - began).toFixed(0)} ms${isKilled ? ', killed once' : ''}`
      )
      const missing = await paidWithout(sql)
      const name = isKilled ? 'receipts after a kill' : 'receipts of concurrent payments'
      report(missing.length === 0, `${name}: each paid ride has a receipt, round ${round}`, JSON.stringify(missing))
      await checkInvariants(sql, report, `${name}, round ${round}`)
    }
    const bad = await wrong(sql)
    report(bad.length === 0, 'each receipt equals the ledger entries of its booking', JSON.stringify(bad))
    const [count] = await sql<{ n: number }[]>`select count(*)::int as n from public.receipts`
    report((count?.n ?? 0) === people * rounds * 2, 'each paid ride has exactly one receipt', JSON.stringify(count))
    await sql.end({ timeout: 1 })
  })
})
