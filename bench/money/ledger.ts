import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Figure } from '../report.ts'
import { withFeed } from './feed.ts'
import { idOf, type Town } from './fill.ts'

const seconds = 4
const prepared = 40_000

/** Statements a second over some connections, each sending the next as soon as the last is done. */
export async function rate(url: string, connections: number, next: () => string | undefined): Promise<number> {
  const sql = postgres(url, { max: connections, onnotice: () => undefined })
  await Promise.all(Array.from({ length: connections }, () => sql`select pg_sleep(0.05)`))
  let done = 0
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < begin + seconds * 1000) {
        const statement = next()
        if (!statement) return
        await sql.unsafe(statement).simple()
        done += 1
      }
    })
  )
  const elapsed = performance.now() - begin
  await sql.end()
  return (done * 1000) / elapsed
}

/** The entries of a cash ride of 22.00 with a fee of 2.00 and a promotion of 5.00. */
export function posting(town: Town): string {
  const wallet = `wallet:${idOf('drivers', Math.floor(Math.random() * town.drivers))}`
  const entries = [
    { account: wallet, amount: 20 },
    { account: wallet, amount: -17 },
    { account: 'revenue.convenience', amount: 2 },
    { account: 'expense.promotions', amount: -5 }
  ]
  return `select app.post_ledger('bench', '${randomUUID()}', null, '${JSON.stringify(entries)}')`
}

/** Resets the newest rides to the state where their driver has collected the money but not confirmed it. */
export async function revertPayments(sql: postgres.Sql): Promise<(() => string | undefined) | null> {
  const rides = await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    return [
      ...(await tx<{ id: string; driver_id: string }[]>`
        update public.bookings b set status = 'PENDING', payment_mode = 'cash', paid_at = null, completed_at = null, customer_paid = 0,
          cash_payment_amount = b.trip_cost - b.discount_amount, payable_amount = b.trip_cost - b.discount_amount
        where b.id in (select c.id from public.bookings c where c.status = 'COMPLETE' order by c.created_at desc limit ${prepared})
        returning b.id, b.driver_id`)
    ]
  })
  return () => {
    const ride = rides.pop()
    if (!ride) return undefined
    const claims = JSON.stringify({ sub: ride.driver_id, role: 'authenticated', user_role: 'driver' })
    return `select set_config('request.jwt.claims', '${claims}', true); select public.confirm_cash('${ride.id}')`
  }
}

/** Measures postings. Every statement is a transaction that waits for the disk, as on any server. */
export async function measureLedger(sql: postgres.Sql, url: string, town: Town, size: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const settle = (await revertPayments(sql)) as () => string | undefined
  for (const connections of [1, 8]) {
    const posted = await rate(url, connections, () => posting(town))
    const settled = await withFeed(url, () => rate(url, connections, settle))
    const on = `${connections} connection${connections === 1 ? '' : 's'}`
    figures.push(
      { metric: `${size}: ledger postings, ${on}`, value: Math.round(posted), unit: '/s', goal: null },
      {
        metric: `${size}: cash rides paid, settled and told, ${on}`,
        value: Math.round(settled),
        unit: '/s',
        goal: null
      }
    )
  }
  return figures
}
