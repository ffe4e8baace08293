import type postgres from 'postgres'
import { answerJob, begin, finishJob, hear, type Payment, takeJobs } from './cards.ts'
import { type Answer, call } from './people.ts'
import type { Random } from './random.ts'

type Done = Answer<object> | null
interface World {
  sql: postgres.Sql
  draw: Random
  people: { riders: string[]; drivers: string[] }
}
interface Seen {
  id: string
  customer_id: string
}

const money = (draw: Random, most: number): string => (draw.next() * most).toFixed(draw.pick([0, 1, 2, 2, 3]))
const refusal = (answers: Answer<object>[]): Done => answers.find(({ ok }) => !ok) ?? answers[0] ?? null

/** A top-up, or the payment of a wallet's debt; the provider sends the event twice at the same time. */
export async function payIn({ sql, draw, people }: World): Promise<Done> {
  const who = draw.pick([...people.riders, ...people.drivers])
  const purpose = draw.chance(0.3) ? 'debt' : 'topup'
  const payment = await begin(sql, who, { purpose, amount: money(draw, 80) })
  if (!payment.ok) return payment
  if (draw.chance(0.1)) return hear(sql, payment.row, { status: 'failed' })
  const event = `evt_${payment.row.id}`
  const paid = { status: 'paid', charge: `ch_${payment.row.id}`, event, fee: draw.pick(['0.25', '0']) }
  return refusal(await Promise.all([hear(sql, payment.row, paid), hear(sql, payment.row, paid)]))
}

/** Returns the unspent part of a top-up to its card. */
export async function returnTopup({ sql, draw }: World): Promise<Done> {
  const paid = await sql<{ id: string; owner: string }[]>`select id, customer_id as owner from public.payments
    where purpose = 'topup' and status = 'paid' order by paid_at desc limit 10`
  if (paid.length === 0) return null
  const { id, owner } = draw.pick(paid)
  return call(sql, owner, 'select r.id from public.return_topup($1) r', [id])
}

export async function tipByCard({ sql, draw }: World, seen: Seen): Promise<Done> {
  const payment = await begin(sql, seen.customer_id, { purpose: 'tip', booking: seen.id, amount: money(draw, 12) })
  if (!payment.ok) return payment
  return hear(sql, payment.row, { status: 'paid', charge: `ch_${payment.row.id}` })
}

/** Reserves an amount on a card for a ride; the provider sends the event twice at once. Some holds are voided instead. */
export async function reserve({ sql, draw }: World, seen: Seen): Promise<Done> {
  const payment = await begin(sql, seen.customer_id, { purpose: 'booking', booking: seen.id, canHold: true })
  if (!payment.ok) return payment
  const stands = { status: 'authorized', charge: `pi_${payment.row.id}` }
  if (draw.chance(0.1)) return hear(sql, payment.row, { status: 'voided' })
  return refusal(await Promise.all([hear(sql, payment.row, stands), hear(sql, payment.row, stands)]))
}

/** A worker runs some due jobs. Some fail or are to be retried, and some get no answer, as if the worker had died. */
export async function workOff({ sql, draw }: World): Promise<Done> {
  const jobs = await takeJobs(sql, draw.int(1, 6))
  const answers: Answer<object>[] = []
  for (const job of jobs) {
    if (draw.chance(0.1)) continue
    answers.push(
      draw.chance(0.75) ? await answerJob(sql, job) : await finishJob(sql, job.job_id, draw.pick(['failed', 'again']))
    )
  }
  return refusal(answers)
}

/** A cardholder's bank charges a payment back, wholly or partly. */
export async function dispute({ sql, draw }: World): Promise<Done> {
  const paid = await sql<(Payment & { refunded: boolean })[]>`select id, captured_amount::text as amount, currency
    from public.payments where status = 'paid' and disputed_amount < captured_amount order by paid_at desc limit 12`
  if (paid.length === 0) return null
  const payment = draw.pick(paid)
  const amount = draw.chance(0.5) ? null : money(draw, Number(payment.amount))
  const fact = { dispute: `dp_${payment.id}_${draw.int(1, 3)}`, amount, fee: '0.5' }
  const opened = await hear(sql, payment, { ...fact, status: 'chargeback' })
  return draw.chance(0.5) ? opened : decide({ sql, draw })
}

/** An open chargeback is won or lost. */
export async function decide({ sql, draw }: Pick<World, 'sql' | 'draw'>): Promise<Done> {
  const open = await sql<
    (Payment & { dispute: string })[]
  >`select p.id, null as amount, p.currency, c.dispute_ref as dispute
    from public.chargebacks c join public.payments p on p.id = c.payment_id where c.status = 'open' order by c.opened_at limit 8`
  if (open.length === 0) return null
  const { dispute: ref, ...payment } = draw.pick(open)
  const fact = { dispute: ref, amount: null, status: draw.pick(['chargeback_won', 'chargeback_lost']) }
  return refusal(await Promise.all([hear(sql, payment, fact), hear(sql, payment, fact)]))
}
