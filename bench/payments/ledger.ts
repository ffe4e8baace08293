import type postgres from 'postgres'
import { withFeed } from '../money/feed.ts'
import { fill, townOf } from '../money/fill.ts'
import { posting, rate, revertPayments } from '../money/ledger.ts'
import type { Figure } from '../report.ts'

// Measures the cost of providers' events in the database: top-ups, and payments of rides that are settled with them.

/**
 * A town of 100,000 rides with as many drivers and fleets as a town of a million rides. With its own forty drivers and one
 * fleet, eight concurrent payments would often wait for the same wallet, and this benchmark does not measure such waits.
 */
const town = { ...townOf(100_000), drivers: townOf(1_000_000).drivers, fleets: townOf(1_000_000).fleets }
const connections = 8
const prepared = 20_000

interface Payment {
  id: string
  amount: string
}

const event = ({ id, amount }: Payment): string =>
  `select public.record_payment_event('stripe', 'evt_${id}', '${id}', ${amount}, 'CHF', 'paid', charge_ref => 'ch_${id}', fee => 0.5)`

/** Creates pending top-ups; returns their events one by one, each of them twice. */
async function topUps(sql: postgres.Sql): Promise<() => string | undefined> {
  const rows = await sql<Payment[]>`
    insert into public.payments (purpose, customer_id, provider, amount, currency, client_key)
    select 'topup', p.id, 'stripe', 20 + n % 80, 'CHF', gen_random_uuid()
    from generate_series(1, ${prepared}) n join (select p.id, row_number() over () as place from public.profiles p where p.usertype = 'rider') p
      on p.place = 1 + n % ${town.riders - 1}
    returning id, amount::text`
  const said = [...rows].flatMap((row) => [event(row), event(row)])
  return () => said.pop()
}

/** Resets the newest rides to a pending payment at a provider; returns the events that pay them one by one. */
async function rides(sql: postgres.Sql): Promise<() => string | undefined> {
  const rows = await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update public.bookings b set status = 'PENDING', payment_mode = 'card', paid_at = null, completed_at = null, customer_paid = 0,
        cash_payment_amount = 0, payable_amount = b.trip_cost - b.discount_amount
      where b.id in (select c.id from public.bookings c where c.status = 'COMPLETE' and c.trip_cost > c.discount_amount order by c.created_at desc limit ${prepared})`
    return [
      ...(await tx<Payment[]>`
        insert into public.payments (purpose, booking_id, customer_id, provider, amount, currency, client_key)
        select 'booking', b.id, b.customer_id, 'stripe', app.open_amount(b), 'CHF', gen_random_uuid()
        from public.bookings b where b.status = 'PENDING' and b.payment_mode = 'card' returning id, amount::text`)
    ]
  })
  return () => {
    const row = rows.pop()
    return row && event(row)
  }
}

/** Measures how many invoices a second the job writes: the limit of payments in the long run. */
async function invoices(sql: postgres.Sql): Promise<number> {
  const begin = performance.now()
  let issued = 0
  while (performance.now() < begin + 4000) {
    const [row] = await sql<{ n: number }[]>`select app.issue_receipts() as n`
    if (!row?.n) break
    issued += row.n
  }
  return (issued * 1000) / (performance.now() - begin)
}

export async function measurePosting(sql: postgres.Sql, url: string): Promise<Figure[]> {
  await sql`update cron.job set active = false`
  await sql`update public.settings set code = 'CHF' where id = 1`
  await fill(sql, town)
  const toConfirm = (await revertPayments(sql)) as () => string | undefined
  const [toTell, toPay] = [await topUps(sql), await rides(sql)]
  await sql`analyze public.payments, public.bookings`
  const plain = await rate(url, connections, () => posting(town))
  const [cash, told, paid] = await withFeed(
    url,
    async (): Promise<[number, number, number]> => [
      await rate(url, connections, toConfirm),
      await rate(url, connections, toTell),
      await rate(url, connections, toPay)
    ]
  )
  const [row] = await sql<{ settled: number; due: number }[]>`
    select (select count(*) from public.ledger_transactions where kind = 'settlement')::int as settled, (select count(*) from app.receipts_due)::int as due`
  if (!row || row.settled < paid + cash) throw new Error(`Only ${row?.settled} rides were settled`)
  const on = `${connections} connections`
  return [
    { metric: `baseline: plain ledger postings, ${on}`, value: Math.round(plain), unit: '/s', goal: null },
    { metric: `baseline: cash to PAID, ${on}`, value: Math.round(cash), unit: '/s', goal: null },
    { metric: `top-ups and their duplicates, ${on}`, value: Math.round(told), unit: '/s', goal: 500, atLeast: true },
    {
      metric: `card to PAID, settled and told, ${on}`,
      value: Math.round(paid),
      unit: '/s',
      goal: 250,
      atLeast: true
    },
    {
      metric: 'invoices numbered by the job',
      value: Math.round(await invoices(sql)),
      unit: '/s',
      goal: 250,
      atLeast: true
    }
  ]
}
