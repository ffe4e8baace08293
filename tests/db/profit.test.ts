/**
 * Months of random rides and parcels, with promotions, wallets, cards, changing fleets, cancellations, tips and refunds, some of them
 * months later. Afterwards every figure of every report equals the ledger.
 */
import type postgres from 'postgres'
import { type Report, rolledBackOutcomes } from './support/outcomes.ts'
import { isFull, random, seed } from './support/random.ts'
import { RandomLives } from './support/random-lives.ts'
import { reportDifferences } from './support/reports.ts'

const count = isFull ? 600 : 15
const draw = random(77)

async function live(tx: postgres.TransactionSql, report: Report): Promise<void> {
  await tx`select tests.set('otp_secure', 'false'), tests.set('app_category', 'both'), tests.set('negative_balance', 'true'), tests.set('time_zone', 'Europe/Vaduz')`
  await tx`update app.clock set "offset" = '2032-01-03 12:00+00'::timestamptz - now()`
  const lives = new RandomLives(tx, draw)
  const paid: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { id, status } = await lives.ride()
    if (status === 'PAID') paid.push(id)
    if (paid.length > 0 && draw.chance(0.4)) await lives.refund(draw.pick(paid))
    if (draw.chance(0.1)) await tx`select app.close_month() from generate_series(1, 30)`
  }
  await tx`set constraints all immediate`
  const differences = await reportDifferences(tx)
  report(
    differences.length === 0,
    `of ${count} random bookings (seed ${seed}; ${lives.summary}), every report equals the ledger`,
    differences.join('\n')
  )
  const [sums] = await tx<{ isSame: boolean }[]>`
    with report as (select set_config('request.jwt.claims', tests.claims('admin'), true)),
    totals as (select to_jsonb(public.dashboard_totals()) as of_all from report)
    select (t.of_all ->> 'total')::numeric = (select sum(e.amount) from public.ledger_entries e
        join public.ledger_accounts a on a.id = e.account_id where a.kind = 'revenue.convenience')
      and (t.of_all ->> 'this_month')::numeric = (select coalesce(sum(e.amount), 0) from public.ledger_transactions l
        join public.ledger_entries e on e.transaction_id = l.id join public.ledger_accounts a on a.id = e.account_id
        where a.kind = 'revenue.convenience' and l.created_at >= date_trunc('month', app.now() at time zone 'Europe/Vaduz') at time zone 'Europe/Vaduz')
      as "isSame" from totals t`
  report(sums?.isSame === true, 'the fees on the dashboard equal those of the ledger')
}

await rolledBackOutcomes([], live)
