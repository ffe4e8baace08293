/**
 * Every change of a booking's status by every actor: it is done if `allowed` lists it, and refused otherwise. The list is written out
 * here and not read from booking_transitions, because it tests that table.
 */
import type postgres from 'postgres'
import { type Report, rolledBackOutcomes } from './support/outcomes.ts'
import { actAs, actAsRole, idOf, type Sql } from './support/people.ts'

const statuses = [
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE',
  'CANCELLED'
] as const
type Status = (typeof statuses)[number]
type From = Status | 'none'
const actors = ['rider', 'driver', 'admin', 'system'] as const

/** Lines `from -> to: actors`. The actor `system` is cron, a provider's event or another function. */
const allowed = new Set(
  `
  none -> NEW: rider admin
  none -> PAYMENT_PENDING: rider
  PAYMENT_PENDING -> NEW: system
  NEW -> ACCEPTED: driver
  ACCEPTED -> ARRIVED: driver
  ARRIVED -> STARTED: driver
  STARTED -> REACHED: driver admin
  REACHED -> PAID: system
  REACHED -> PENDING: system
  PENDING -> PAID: system rider driver admin
  PAID -> COMPLETE: rider system
  ACCEPTED -> NEW: driver
  ARRIVED -> NEW: driver
  PAYMENT_PENDING -> CANCELLED: rider admin system
  NEW -> CANCELLED: rider admin system
  ACCEPTED -> CANCELLED: rider admin driver
  ARRIVED -> CANCELLED: rider driver
  `
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, from, to, who = ''] = /(\w+) -> (\w+): (.*)/.exec(line) ?? []
      return who.split(' ').map((actor) => `${from} ${to} ${actor}`)
    })
)

class Rollback extends Error {}

/** Runs `work` in a savepoint and rolls it back. Returns the key of the refusal, or null. */
async function attempt(tx: postgres.TransactionSql, work: (inner: Sql) => Promise<void>): Promise<string | null> {
  try {
    await tx.savepoint(async (inner) => {
      await work(inner)
      throw new Rollback()
    })
  } catch (error) {
    if (error instanceof Rollback) return null
    return error instanceof Error ? error.message : String(error)
  }
  return null
}

async function makeQuote(tx: Sql, rider: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`select to_jsonb(public.quote_fare(${rider}, jsonb_build_object(
    'car_type_id', (select id from public.car_types where name = 'Cab'), 'distance_in_km', 3.5, 'time_in_secs', 420,
    'pickup', '{"lat": 47.141, "lng": 9.5209, "add": "Vaduz"}'::jsonb,
    'drop', '{"lat": 47.1655, "lng": 9.5103, "add": "Schaan"}'::jsonb))) ->> 'quote_id' as id`
  if (!row) throw new Error('no quote')
  return row.id
}

async function makeBooking(tx: Sql): Promise<string> {
  const rider = await idOf(tx, 'rider')
  const quote = await makeQuote(tx, rider)
  await actAs(tx, rider)
  const [row] = await tx<{ id: string }[]>`select id from public.create_booking(${quote}, 'cash')`
  await actAsRole(tx, 'none')
  if (!row) throw new Error('no booking')
  return row.id
}

const way = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE']

/** The columns of a booking in a status: the driver and the times that the earlier steps would have written. */
function shape(status: Status, driver: string): Record<string, string | null> {
  const since = (from: string): boolean => way.includes(status) && way.indexOf(status) >= way.indexOf(from)
  const at = (isPast: boolean): string | null => (isPast ? '2026-01-01' : null)
  return {
    status,
    driver_id: since('ACCEPTED') ? driver : null,
    accepted_at: at(since('ACCEPTED')),
    engaged_at: at(since('ACCEPTED')),
    arrived_at: at(since('ARRIVED')),
    started_at: at(since('STARTED')),
    reached_at: at(since('REACHED')),
    paid_at: at(since('PAID')),
    completed_at: at(status === 'COMPLETE'),
    cancelled_at: at(status === 'CANCELLED'),
    cancelled_by: status === 'CANCELLED' ? 'system' : null
  }
}

/** Puts the booking into a status without running triggers. It becomes a parcel paid by card, which can have every status. */
async function place(tx: Sql, id: string, status: Status, driver: string): Promise<void> {
  const now = shape(status, driver)
  const row = { ...now, category: 'delivery', payment_mode: 'card', cash_payment_amount: 0 }
  await tx`set local session_replication_role = replica`
  await tx`update public.bookings set ${tx(row)} where id = ${id}`
  await tx`update public.booking_finances set driver_id = ${now.driver_id ?? null} where booking_id = ${id}`
  await tx`set local session_replication_role = origin`
}

/** Makes one step and returns the number of events that it added. */
async function step(tx: Sql, id: string, from: From, to: Status, actor: string, quote: string): Promise<number> {
  const driver = await idOf(tx, 'driver')
  await place(tx, id, from === 'none' ? 'NEW' : from, driver)
  const [before] = await tx<{ n: number }[]>`select count(*)::int as n from public.booking_events`
  await tx`select app.set_actor(${actor})`
  if (from === 'none') {
    const [row] = await tx<{ columns: string }[]>`select tests.stored_columns('public.bookings') as columns`
    const columns = tx.unsafe(row?.columns ?? '')
    await tx`insert into public.bookings (${columns}) select ${columns} from (
      select (jsonb_populate_record(b, jsonb_build_object('id', app.uuid_v7(), 'reference', 'QQQQQQ', 'quote_id', ${quote}::text,
        'client_key', gen_random_uuid()) || ${JSON.stringify(shape(to, driver))}::text::jsonb)).* from public.bookings b where b.id = ${id}) n`
  } else {
    const { status, ...patch } = shape(to, driver)
    await tx`select app.move_booking(${id}, ${status ?? ''}, ${JSON.stringify(patch)}::text::jsonb)`
  }
  const [after] = await tx<{ n: number }[]>`select count(*)::int as n from public.booking_events`
  return (after?.n ?? 0) - (before?.n ?? 0)
}

async function tryEveryStep(tx: postgres.TransactionSql, report: Report): Promise<void> {
  const id = await makeBooking(tx)
  // Drops the constraints between status and times, which would also refuse some steps; bookings_shape.sql tests them.
  await tx.unsafe(`do $$ begin execute (select string_agg(format('alter table public.bookings drop constraint %I', c.conname), '; ')
    from pg_constraint c where c.conrelid = 'public.bookings'::regclass and c.contype = 'c' and c.conname ~
    '^bookings_(driver|accepted|arrived|started|reached|paid|completed|cancelled|prepaid|payment_pending|rated)$'); end $$`)
  const quote = await makeQuote(tx, await idOf(tx, 'rider'))
  for (const from of ['none', ...statuses] as const) {
    for (const to of statuses) {
      for (const actor of actors) {
        let events = -1
        const refusal = await attempt(tx, async (inner) => {
          events = await step(inner, id, from, to, actor, quote)
        })
        if (from === to) {
          const isStill = refusal === null && events === 0
          report(isStill, `setting ${from} to itself by ${actor} adds no event`, refusal ?? `${events} events`)
        } else if (allowed.has(`${from} ${to} ${actor}`)) {
          report(
            refusal === null && events >= 1,
            `${actor} can move a booking from ${from} to ${to}`,
            refusal ?? `${events} events`
          )
        } else {
          report(
            refusal === 'transition_refused',
            // Spec 4.4: an actor cannot make a move that the transitions do not allow
            `${actor} cannot move a booking from ${from} to ${to}`,
            refusal ?? 'it was done'
          )
        }
      }
    }
  }
}

await rolledBackOutcomes([], tryEveryStep)
