import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { allowTestPayments, eventOf, type ProviderEvent, postWebhook } from '../../tests/support/payments.ts'
import { startStack } from '../../tests/support/stack.ts'
import { fill, townOf } from '../money/fill.ts'
import { type Figure, percentile, round } from '../report.ts'

// Measures webhooks of the test provider, signed like a real one's: gateway, function, REST, SQL. Each webhook pays a ride,
// settles it and broadcasts. Each one is sent at its time, whether or not the last one was answered (open loop).

const perSecond = 50
const seconds = 30
const warmUp = 100

interface Ride {
  payment: string
  amount: number
  currency: string
}

/** Resets the newest rides to unpaid, each with a payment that was started at its provider. */
async function unpaid(sql: postgres.Sql, count: number): Promise<Ride[]> {
  return await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update public.bookings b set status = 'PENDING', payment_mode = 'card', paid_at = null, completed_at = null,
        customer_paid = 0, cash_payment_amount = 0, payable_amount = b.trip_cost - b.discount_amount
      where b.id in (select c.id from public.bookings c where c.status = 'COMPLETE' and c.trip_cost > c.discount_amount
        order by c.created_at desc limit ${count})`
    return [
      ...(await tx<Ride[]>`
        insert into public.payments (purpose, booking_id, customer_id, provider, amount, currency, client_key, provider_ref)
        select 'booking', b.id, b.customer_id, 'test', app.open_amount(b), s.code, gen_random_uuid(), 'test_' || b.id
        from public.bookings b cross join public.settings s where b.status = 'PENDING' and b.payment_mode = 'card'
        returning id as payment, amount::float8 as amount, currency`)
    ]
  })
}

const paidBy = ({ payment, amount, currency }: Ride): ProviderEvent =>
  eventOf({ id: payment, amount, currency } as Parameters<typeof eventOf>[0], 'paid')

/** Measures the milliseconds from a webhook until its ride was paid and the response came. */
export async function measureWebhooks(): Promise<Figure[]> {
  const stack = await startStack()
  const sql = postgres(stack.env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  try {
    await sql`update cron.job set active = false`
    await allowTestPayments(stack.env, true)
    await fill(sql, townOf(20_000))
    const rides = await unpaid(sql, warmUp + perSecond * seconds)
    for (const ride of rides.splice(0, warmUp)) await postWebhook(stack.env, paidBy(ride))
    const times: number[] = []
    const refused: number[] = []
    const begin = performance.now()
    await Promise.all(
      rides.map(async (ride, index) => {
        const due = begin + (index * 1000) / perSecond
        await sleep(Math.max(0, due - performance.now()))
        const status = await postWebhook(stack.env, paidBy(ride))
        if (status === 200) times.push(performance.now() - due)
        else refused.push(status)
      })
    )
    const [row] = await sql<
      { paid: number }[]
    >`select count(*)::integer as paid from public.payments where status = 'paid'`
    if (refused.length > 0 || row?.paid !== warmUp + rides.length) {
      throw new Error(
        `${row?.paid} of ${warmUp + rides.length} were paid; refused: ${[...new Set(refused)].join(', ')}`
      )
    }
    const metric = `webhook to PAID, ${perSecond} a second, open loop`
    return [
      { metric: `${metric}, p50`, value: round(percentile(times, 0.5)), unit: 'ms', goal: null },
      { metric: `${metric}, p95`, value: round(percentile(times, 0.95)), unit: 'ms', goal: 150 }
    ]
  } finally {
    await sql.end()
    await stack.stop()
  }
}
