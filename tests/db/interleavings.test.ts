/**
 * Eight connections act at the same time in a random order: book, accept, drive, pay, top up, cancel, refund, withdraw, hold and
 * capture cards, charge payments back. Each refusal must be one of our keys (no deadlock, no broken constraint), and afterwards
 * the ledger must balance, wallets must equal their entries, and no driver may drive two trips. HACKNEY_FULL=1 does more than ten
 * times as much.
 */
import type postgres from 'postgres'
import { decide, dispute, payIn, reserve, returnTopup, tipByCard, workOff } from './support/card-deeds.ts'
import { withCluster } from './support/cluster.ts'
import * as crowd from './support/crowd.ts'
import { checkInvariants } from './support/invariants.ts'
import { outcomes, say } from './support/outcomes.ts'
import { type Answer, call, callAsService } from './support/people.ts'
import { isFull, type Random, random, seed } from './support/random.ts'

/** A promotion code that all riders try and only nine can use. */
const promo = 'CROWD'

type Done = Answer<object> | null
interface World {
  sql: postgres.Sql
  draw: Random
  people: crowd.Crowd
}
interface Seen {
  id: string
  status: string
  customer_id: string
  driver_id: string | null
}

const admin = (sql: postgres.Sql, statement: string, args: unknown[]) => call(sql, crowd.admin, statement, args)
const amount = (draw: Random): string => (draw.next() * 30).toFixed(draw.pick([0, 1, 2, 2, 3]))

/** A booking that is in one of these statuses now; another connection may move it on. */
async function some({ sql, draw }: World, ...statuses: string[]): Promise<Seen | null> {
  const found = await sql<Seen[]>`select id, status, customer_id, driver_id from public.bookings
    where status = any (${statuses}) and customer_id::text like '0dff%' order by created_at desc limit 8`
  return found.length > 0 ? draw.pick(found) : null
}

/** An action on a booking found in one of these statuses. */
const on =
  (statuses: string, work: (world: World, seen: Seen) => Promise<Done>) =>
  async (world: World): Promise<Done> => {
    const seen = await some(world, ...statuses.split(' '))
    return seen && work(world, seen)
  }

/** The same action by the booking's driver, if it has one. */
const carried = (statuses: string, work: (sql: postgres.Sql, driver: string, id: string) => Promise<Done>) =>
  on(statuses, async ({ sql }, { driver_id: driver, id }) => (driver === null ? null : work(sql, driver, id)))

async function acceptOne({ sql, draw, people }: World): Promise<Done> {
  const who = draw.pick(people.drivers)
  const offers = await sql<
    { booking_id: string }[]
  >`select booking_id from public.requested_drivers where driver_id = ${who} limit 5`
  if (offers.length === 0) return null
  const { booking_id: id } = draw.pick(offers)
  return draw.chance(0.85)
    ? crowd.accept(sql, who, id)
    : call(sql, who, 'select public.decline_booking($1) as it', [id])
}

async function bookOne({ sql, draw, people }: World): Promise<Done> {
  const isParcel = draw.chance(0.25)
  return crowd.book(sql, draw.pick(people.riders), {
    car: isParcel ? crowd.courier : crowd.cab,
    mode: draw.pick(isParcel ? ['card', 'wallet'] : ['cash', 'cash', 'card', 'wallet']),
    km: draw.int(1, 20),
    ...(draw.chance(0.3) ? { promo } : {}),
    ...(draw.chance(0.1) ? { later: new Date(Date.now() + 3_600_000).toISOString() } : {})
  })
}

/** Charges a card with the open amount at the start of the checkout, which may be outdated when the event arrives. */
async function chargeCard({ sql, draw }: World, seen: Seen): Promise<Done> {
  const charge = await crowd.charge(sql, seen.customer_id, seen.id)
  if (draw.chance(0.4)) await call(sql, seen.customer_id, 'select id from public.pay_with_wallet($1)', [seen.id])
  if (draw.chance(0.2)) await crowd.cancel(sql, seen.customer_id, seen.id)
  const answers = await Promise.all([charge(), charge()])
  return answers.find(({ ok }) => !ok) ?? (answers[0] as Done)
}

async function closeWithdrawal({ sql, draw }: World): Promise<Done> {
  const open = await sql<{ id: string }[]>`select id from public.withdraw_requests order by date desc limit 5`
  if (open.length === 0) return null
  const name = draw.chance(0.7) ? 'complete_withdrawal' : 'reject_withdrawal'
  return admin(sql, `select w.id from public.${name}($1) w`, [draw.pick(open).id])
}

async function confirmRefund({ sql, draw }: World): Promise<Done> {
  const due = await sql<{ id: string }[]>`select id from public.refunds where status = 'due' limit 5`
  if (due.length === 0) return null
  return callAsService(sql, 'select id from public.confirm_refund($1, $2)', [draw.pick(due).id, draw.chance(0.8)])
}

/** An extra of a driver or of the desk, which an admin can remove until the ride is paid. */
async function extra({ sql, draw }: World, seen: Seen): Promise<Done> {
  const who = draw.chance(0.7) && seen.driver_id ? seen.driver_id : crowd.admin
  const added = await call<{ id: string }>(sql, who, `select x.id from public.add_extra($1, 'toll', $2) x`, [
    seen.id,
    amount(draw)
  ])
  if (!added.ok || draw.chance(0.5)) return added
  return admin(sql, `select b.id from public.remove_extra($1, 'test') b`, [added.row.id])
}

async function removeExtra({ sql, draw }: World): Promise<Done> {
  const there = await sql<{ id: string }[]>`select id from public.booking_extras order by created_at desc limit 5`
  if (there.length === 0) return null
  return admin(sql, `select b.id from public.remove_extra($1, 'test') b`, [draw.pick(there).id])
}

/** Another route with a new quote, for more or less than before. */
async function reroute({ sql, draw }: World, seen: Seen): Promise<Done> {
  const quote = await crowd.quote(sql, seen.customer_id, crowd.cab, draw.int(1, 40))
  return call(sql, seen.customer_id, 'select b.id from public.change_route($1, $2) b', [seen.id, quote])
}

const anyone = 'PAYMENT_PENDING NEW ACCEPTED ARRIVED STARTED PENDING PAID COMPLETE CANCELLED'

/** The actions and their weights. */
const deeds: { weight: number; work(world: World): Promise<Done> }[] = [
  { weight: 16, work: bookOne },
  { weight: 22, work: acceptOne },
  { weight: 12, work: carried('ACCEPTED', crowd.arrive) },
  { weight: 12, work: carried('ARRIVED', crowd.start) },
  { weight: 12, work: carried('STARTED', crowd.reach) },
  { weight: 8, work: carried('PENDING', crowd.confirmCash) },
  { weight: 1, work: carried(anyone, crowd.confirmCash) },
  { weight: 5, work: on(anyone, ({ sql }, seen) => crowd.cancel(sql, seen.customer_id, seen.id)) },
  { weight: 3, work: on(anyone, ({ sql }, seen) => crowd.cancel(sql, crowd.admin, seen.id)) },
  { weight: 3, work: carried('ACCEPTED ARRIVED', crowd.cancel) },
  { weight: 1, work: carried('ARRIVED', crowd.noShow) },
  { weight: 1, work: on('STARTED', ({ sql }, seen) => crowd.reach(sql, crowd.admin, seen.id)) },
  { weight: 4, work: on('ARRIVED STARTED', extra) },
  { weight: 2, work: removeExtra },
  { weight: 3, work: on('NEW ACCEPTED ARRIVED STARTED', reroute) },
  { weight: 5, work: on('PAID', ({ sql, draw }, seen) => crowd.rate(sql, seen.customer_id, seen.id, draw.int(1, 5))) },
  {
    weight: 3,
    work: async ({ sql }) => ({ ok: true, row: await sql`select app.dispatch_tick()` })
  },
  {
    weight: 8,
    work: ({ sql, draw, people }) =>
      admin(sql, 'select public.add_to_wallet($1, $2, $3) as it', [
        draw.pick([...people.riders, ...people.drivers]),
        amount(draw),
        crypto.randomUUID()
      ])
  },
  {
    weight: 10,
    work: on('PAYMENT_PENDING PENDING', ({ sql }, seen) =>
      call(sql, seen.customer_id, 'select id from public.pay_with_wallet($1)', [seen.id])
    )
  },
  {
    weight: 10,
    work: on('PAYMENT_PENDING PENDING', chargeCard)
  },
  {
    weight: 5,
    work: ({ sql, draw, people }) =>
      call(sql, draw.pick([...people.drivers, ...people.riders]), 'select w.id from public.request_withdrawal($1) w', [
        amount(draw)
      ])
  },
  { weight: 5, work: closeWithdrawal },
  {
    weight: 5,
    work: on('PAID COMPLETE', ({ sql, draw }, seen) =>
      admin(sql, `select public.refund_booking($1, $2, 'test', $3) as it`, [seen.id, amount(draw), draw.chance(0.5)])
    )
  },
  { weight: 3, work: confirmRefund },
  { weight: 6, work: payIn },
  { weight: 4, work: returnTopup },
  { weight: 3, work: on('PAID COMPLETE', tipByCard) },
  { weight: 12, work: on('NEW ACCEPTED ARRIVED STARTED', reserve) },
  { weight: 12, work: workOff },
  { weight: 4, work: dispute },
  { weight: 3, work: decide },
  {
    weight: 3,
    work: on('PAID COMPLETE', ({ sql, draw }, seen) =>
      call(sql, seen.customer_id, 'select id from public.tip_driver($1, $2)', [seen.id, amount(draw)])
    )
  },
  {
    weight: 1,
    work: async ({ sql, draw }) => ({
      ok: true,
      row: await sql`update public.settings set refund_to = ${draw.pick(['wallet', 'source'])},
        fleet_percent = ${draw.int(0, 30)}, drivers_employed = ${draw.chance(0.4)}, cancellation_driver_percent = ${draw.int(0, 60)} where id = 1`
    })
  }
]

async function prepare(sql: postgres.Sql): Promise<crowd.Crowd> {
  const people = await crowd.makeCrowd(sql, 14, 12)
  await sql`update public.drivers set car_type_id = ${crowd.courier} where id = any (${people.drivers.slice(8)}::uuid[])`
  await sql`update public.settings set app_category = 'both', dispatch_mode = 'all', offer_timeout = 600, tax_percent = 7.7,
    rider_with_draw = true, free_wait = 0 where id = 1`
  // Cancelling costs from the first minute, and drivers need not wait for a no-show.
  await sql`update public.car_types set cancel_slab = '[{"mins_delayed": 0, "amount": 3}]' where id in (${crowd.cab}, ${crowd.courier})`
  await sql`insert into public.promos (promo_name, promo_discount_type, promo_discount_value, promo_validity, promo_usage_limit)
    values (${promo}, 'percentage', 30, current_date + 2, 9)`
  return people
}

const bag = deeds.flatMap(({ weight, work }) => Array.from({ length: weight }, () => work))

await outcomes(async (report) => {
  const count = isFull ? 8_000 : 300
  say(`${count} deeds on 8 connections, HACKNEY_SEED=${seed}`)
  await withCluster(async (cluster) => {
    const sql = cluster.connect(8)
    const people = await prepare(sql)
    const refused = new Map<string, number>()
    const strange = new Map<string, string>()
    let done = 0
    let left = count
    const live = async (stream: number): Promise<void> => {
      const draw = random(stream)
      while (left > 0) {
        left -= 1
        if (left % 2000 === 1999) say(`${count - left} of ${count}`)
        const answer = await draw
          .pick(bag)({ sql, draw, people })
          .catch((error: Error & { code?: string }) => ({
            ok: false as const,
            key: error.message,
            state: error.code ?? '',
            hint: ''
          }))
        if (answer === null) continue
        if (answer.ok) done += 1
        else if (answer.state.startsWith('PT')) refused.set(answer.key, (refused.get(answer.key) ?? 0) + 1)
        else if (/^No quote|promo_/.test(answer.key)) refused.set(answer.key, (refused.get(answer.key) ?? 0) + 1)
        else strange.set(`${answer.state} ${answer.key}`, answer.hint)
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, stream) => live(100 + stream)))
    const ends = await sql<{ status: string; n: number }[]>`
      select status, count(*)::int as n from public.bookings where customer_id::text like '0dff%' group by status order by n desc`
    say(`done ${done}; refused ${[...refused].map(([key, n]) => `${key} ${n}`).join(', ')}`)
    say(`bookings: ${ends.map(({ status, n }) => `${status} ${n}`).join(', ')}`)
    const heard = await sql<{ outcome: string; n: number }[]>`
      select outcome, count(*)::int as n from public.payment_events where payment_id in (select id from public.payments where customer_id::text like '0_ff%')
      group by outcome order by n desc`
    say(`providers: ${heard.map(({ outcome, n }) => `${outcome} ${n}`).join(', ')}`)
    report(
      strange.size === 0,
      'each refusal of interleaved calls is one of our error keys',
      [...strange]
        .slice(0, 8)
        .map(([key, hint]) => `${key} (${hint})`)
        .join('\n')
    )
    report(done > count / 6, 'more than a sixth of the interleaved calls succeed', `${done} of ${count}`)
    await checkInvariants(sql, report, 'after the interleaved calls')
    await sql.end()
  })
})
