import type postgres from 'postgres'
import { begin, hear, type Payment } from './cards.ts'
import * as crowd from './crowd.ts'
import type { LockedRow, LockingCall } from './locks.ts'
import { call } from './people.ts'
import { must } from './race.ts'

/** Rows that exist together, and the calls that lock some of them. */
export interface Scenario {
  name: string
  rows: LockedRow[]
  calls: LockingCall[]
}

/** The drivers of the scenarios. They belong to the fleet, as every third driver of the crowd. */
export interface Cast {
  driver: string
  otherDriver: string
  /** Has no rides, and leaves. */
  leaver: string
}

const rowOf = (name: string, table: string, id: string, key = 'id'): LockedRow => ({ name, table, key, id })

const people = (rider: string, { driver, otherDriver }: Cast): LockedRow[] => [
  rowOf("the rider's profile", 'public.profiles', rider),
  rowOf("the driver's profile", 'public.profiles', driver),
  rowOf("the other driver's profile", 'public.profiles', otherDriver),
  rowOf("the fleet's profile", 'public.profiles', crowd.fleet),
  rowOf("the admin's profile", 'public.profiles', crowd.admin),
  rowOf('the driver', 'public.drivers', driver),
  rowOf("the driver's state", 'app.driver_states', driver, 'driver_id'),
  rowOf("the driver's position", 'public.driver_positions', driver, 'driver_id'),
  rowOf('the other driver', 'public.drivers', otherDriver),
  rowOf('the settings', 'public.settings', '1')
]

const by =
  (person: string) =>
  (name: string, statement: string, ...args: unknown[]): LockingCall => ({ name, by: person, statement, args })
const admin = by(crowd.admin)
const service = by('service_role')
const system = by('none')

async function one(sql: postgres.Sql, query: string, ...args: unknown[]): Promise<string> {
  const [row] = await sql.unsafe<{ id: string }[]>(query, args as never[])
  if (!row) throw new Error(`nothing found by ${query}`)
  return row.id
}

interface Fact {
  amount?: string | null
  charge?: string
  refund?: string
  dispute?: string
}

/** The event of a provider about a payment. */
const event = (payment: Payment, status: string, { amount = payment.amount, charge, refund, dispute }: Fact = {}) =>
  service(
    `event ${status}`,
    `select public.record_payment_event('stripe', gen_random_uuid()::text, $1, $2, $3, $4, '{}', null, $5, null, $6, null, $7)`,
    payment.id,
    amount,
    payment.currency,
    status,
    charge ?? null,
    refund ?? null,
    dispute ?? null
  )

const jobCalls = (job: string): LockingCall[] => [
  service('take_payment_jobs', 'select * from public.take_payment_jobs(20)'),
  ...['done', 'failed', 'again'].map((outcome) =>
    service(`finish_payment_job (${outcome})`, 'select public.finish_payment_job($1, $2)', job, outcome)
  )
]

/** A ride paid by card: a part is to be returned to the card, and the provider reported a second charge. */
async function refundedRide(sql: postgres.Sql, cast: Cast): Promise<Scenario> {
  const { driver } = cast
  const rider = crowd.rider(1)
  const booking = await crowd.ride(sql, { rider, driver }, 'PENDING', { mode: 'card' })
  const payment = must(await begin(sql, rider, { purpose: 'booking', booking }))
  must(await hear(sql, payment, { status: 'paid', charge: `ch_${payment.id}` }))
  must(await hear(sql, payment, { status: 'paid', charge: `again_${payment.id}` }))
  must(await call(sql, crowd.admin, `select public.refund_booking($1, 2, 'late') as it`, [booking]))
  const refund = await one(sql, 'select id from public.refunds where booking_id = $1', booking)
  const job = await one(sql, 'select id::text from app.payment_jobs where refund_id = $1', refund)
  const flag = await one(
    sql,
    `select id from public.payment_events where payment_id = $1 and outcome = 'already_paid'`,
    payment.id
  )
  return {
    name: 'a refunded ride',
    rows: [
      rowOf('the booking', 'public.bookings', booking),
      rowOf('the payment', 'public.payments', payment.id),
      rowOf('the job', 'app.payment_jobs', job),
      rowOf('the refund', 'public.refunds', refund),
      ...people(rider, cast)
    ],
    calls: [
      ...jobCalls(job),
      service('confirm_refund (done)', 'select public.confirm_refund($1, true)', refund),
      service('confirm_refund (failed)', 'select public.confirm_refund($1, false)', refund),
      event(payment, 'paid', { charge: `third_${payment.id}` }),
      event(payment, 'refunded', { refund, amount: '2' }),
      event(payment, 'refund_failed', { refund, amount: '2' }),
      ...['chargeback', 'chargeback_lost', 'chargeback_won'].map((status) =>
        event(payment, status, { dispute: 'dp_1', amount: null })
      ),
      admin('refund_booking', `select public.refund_booking($1, 1, 'late')`, booking),
      admin('refund_booking (reclaim)', `select public.refund_booking($1, 1, 'late', true)`, booking),
      admin('record_chargeback', `select public.record_chargeback($1)`, payment.id),
      ...['give_back', 'book', 'write_off'].map((decision) =>
        admin(`decide_payment_flag (${decision})`, `select public.decide_payment_flag($1, $2, 'x')`, flag, decision)
      ),
      by(rider)('tip_driver', 'select public.tip_driver($1, 1)', booking),
      by(rider)('rate_booking', 'select public.rate_booking($1, 5)', booking),
      by(driver)('rate_booking (driver)', 'select public.rate_booking($1, 5)', booking)
    ]
  }
}

/** A refund that the provider did not answer for days, so the desk decides. */
async function stuckRefund(sql: postgres.Sql, cast: Cast): Promise<Scenario> {
  const { rows, calls } = await refundedRide(sql, cast)
  const job = rows.find(({ name }) => name === 'the job')?.id ?? ''
  await sql`update app.payment_jobs set status = 'dead', done_at = app.now() where id = ${job}`
  return {
    name: 'a stuck refund',
    rows,
    calls: [
      ...calls.filter(({ name }) => /^(event|confirm)/.test(name)),
      admin('close_stuck_payment (sent)', `select public.close_stuck_payment($1, 'sent', 'x')`, job),
      admin('close_stuck_payment (wallet)', `select public.close_stuck_payment($1, 'wallet', 'x')`, job),
      admin('retry_payment', 'select public.retry_payment($1)', job)
    ]
  }
}

/** A top-up, of which a part is to be returned to the card, and a withdrawal of the same person. */
async function toppedUpWallet(sql: postgres.Sql, cast: Cast): Promise<Scenario> {
  const { driver } = cast
  const payment = must(await begin(sql, driver, { purpose: 'topup', amount: '20' }))
  must(await hear(sql, payment, { status: 'paid', charge: `ch_${payment.id}` }))
  const open = must(await begin(sql, driver, { purpose: 'topup', amount: '30' }))
  must(await call(sql, driver, `select public.set_bank_details('LLB', '', 'LI21088100002324013AA') as it`))
  const withdrawal = must(await call<{ id: string }>(sql, driver, 'select w.id from public.request_withdrawal(1) w')).id
  const entry = {
    reference: 'lock-order',
    booked_on: '2026-01-02',
    amount: '-1',
    currency: payment.currency,
    end_to_end_id: withdrawal
  }
  return {
    name: 'a wallet with a top-up and a withdrawal',
    rows: [
      rowOf('the top-up', 'public.payments', payment.id),
      rowOf('the open payment', 'public.payments', open.id),
      rowOf('the withdrawal', 'public.withdraw_requests', withdrawal),
      ...people(crowd.rider(1), cast)
    ],
    calls: [
      event(open, 'paid', { charge: `ch_${open.id}` }),
      event(payment, 'chargeback_lost', { dispute: 'dp_2', amount: null }),
      by(driver)('return_topup', 'select public.return_topup($1)', payment.id),
      admin('return_topup (admin)', 'select public.return_topup($1)', payment.id),
      by(driver)('request_withdrawal', 'select public.request_withdrawal(1)'),
      admin('add_to_wallet', 'select public.add_to_wallet($1, 5)', driver),
      admin('complete_withdrawal', 'select public.complete_withdrawal($1)', withdrawal),
      admin('reject_withdrawal', 'select public.reject_withdrawal($1)', withdrawal),
      admin('payout_file', 'select public.payout_file()'),
      admin('run_payouts', 'select public.run_payouts()'),
      admin('match_statement', 'select * from public.match_statement($1::text::jsonb)', JSON.stringify([entry])),
      system('payments_tick', 'select app.payments_tick()')
    ]
  }
}

const tripCalls = async (
  sql: postgres.Sql,
  { driver, otherDriver }: Cast,
  rider: string,
  booking: string
): Promise<LockingCall[]> => {
  const quote = await crowd.quote(sql, rider, crowd.cab, 9)
  const [pin] = await sql<{ code: string }[]>`select code from app.start_codes where booking_id = ${booking}`
  const point = JSON.stringify([{ lat: 47.141, lng: 9.52, at: new Date().toISOString() }])
  const step = by(driver)
  return [
    ...[driver, otherDriver].flatMap((who, n) => [
      by(who)(`accept_booking (driver ${n + 1})`, 'select public.accept_booking($1)', booking),
      by(who)(`decline_booking (driver ${n + 1})`, 'select public.decline_booking($1)', booking),
      by(who)(`set_driver_active (driver ${n + 1})`, 'select public.set_driver_active(false)'),
      by(who)(`report_positions (driver ${n + 1})`, 'select public.report_positions($1::text::jsonb)', point)
    ]),
    admin('withdraw_offer', 'select public.withdraw_offer($1)', booking),
    system('dispatch_tick', 'select app.dispatch_tick()'),
    by(rider)('cancel_booking (rider)', 'select public.cancel_booking($1)', booking),
    step('cancel_booking (driver)', 'select public.cancel_booking($1)', booking),
    admin('cancel_booking (admin)', 'select public.cancel_booking($1)', booking),
    step('arrive_at_pickup', 'select public.arrive_at_pickup($1)', booking),
    step('start_trip', 'select public.start_trip($1, $2)', booking, pin?.code ?? null),
    step('no_show', 'select public.no_show($1)', booking),
    step('add_extra', `select public.add_extra($1, 'toll', 2)`, booking),
    by(rider)('change_route', 'select public.change_route($1, $2)', booking, quote),
    step('reach_drop', 'select public.reach_drop($1, $2)', booking, pin?.code ?? null),
    admin('reach_drop (admin)', 'select public.reach_drop($1)', booking),
    step('confirm_cash', 'select public.confirm_cash($1)', booking),
    admin('confirm_cash (admin)', 'select public.confirm_cash($1)', booking),
    by(rider)('pay_with_wallet', 'select public.pay_with_wallet($1)', booking),
    by(rider)('pay_in_cash', 'select public.pay_in_cash($1)', booking),
    service(
      'create_payment',
      `select public.create_payment('booking', 'stripe', $1, $2, client_key => gen_random_uuid())`,
      rider,
      booking
    ),
    by(rider)('share_trip', 'select public.share_trip($1)', booking),
    admin('set_approved (driver)', `select public.set_approved($1, false, 'x')`, driver),
    admin('edit_person (driver)', `select public.edit_person($1, '{"approved": false, "seats": 4}')`, driver),
    admin('update_settings', `select public.update_settings('{"fleet_percent": 11}')`)
  ]
}

/** A ride for which no driver is asked at the moment. */
async function unansweredRide(sql: postgres.Sql, cast: Cast): Promise<Scenario> {
  const { driver } = cast
  const rider = crowd.rider(7)
  const booking = await crowd.ride(sql, { rider, driver }, 'NEW')
  await sql`update public.booking_offers set status = 'withdrawn', answered_at = app.now() where booking_id = ${booking} and status = 'open'`
  return {
    name: 'a ride without offers',
    rows: [
      rowOf('the booking', 'public.bookings', booking),
      rowOf('the search', 'app.dispatch_queue', booking, 'booking_id'),
      ...people(rider, cast)
    ],
    calls: [
      admin('assign_driver', 'select public.assign_driver($1, $2)', booking, driver),
      system('dispatch_tick', 'select app.dispatch_tick()'),
      by(rider)('cancel_booking (rider)', 'select public.cancel_booking($1)', booking),
      admin('set_approved (driver)', `select public.set_approved($1, false, 'x')`, driver)
    ]
  }
}

/** A ride for which only one driver is asked, so that an answer lets the search go on. */
async function rideOfOneOffer(sql: postgres.Sql, cast: Cast): Promise<Scenario> {
  const { driver } = cast
  const rider = crowd.rider(9)
  const booking = await crowd.ride(sql, { rider, driver }, 'NEW')
  await sql`update public.booking_offers set status = 'withdrawn', answered_at = app.now()
    where booking_id = ${booking} and driver_id <> ${driver} and status = 'open'`
  const offer = await one(
    sql,
    `select id::text from public.booking_offers where booking_id = $1 and status = 'open'`,
    booking
  )
  const kept = [
    'accept_booking (driver 1)',
    'decline_booking (driver 1)',
    'set_driver_active (driver 1)',
    'withdraw_offer'
  ]
  const calls = await tripCalls(sql, cast, rider, booking)
  return {
    name: 'a ride of one offer',
    rows: [
      rowOf('the booking', 'public.bookings', booking),
      rowOf('the search', 'app.dispatch_queue', booking, 'booking_id'),
      rowOf('the offer', 'public.booking_offers', offer),
      ...people(rider, cast)
    ],
    calls: [
      ...calls.filter(({ name }) => kept.includes(name) || /cancel.*(rider|admin)|person|approved|route/.test(name)),
      system('dispatch_booking', 'select app.dispatch_booking($1)', booking)
    ]
  }
}

/** Two parcels of one rider, which one driver carries at the same time: the first is under way, the second at its pickup. */
async function twoParcels(sql: postgres.Sql, cast: Cast): Promise<Scenario> {
  const { driver } = cast
  const rider = crowd.rider(10)
  const parcels = [must(await crowd.parcel(sql, rider)).id, must(await crowd.parcel(sql, rider)).id] as const
  await sql`update public.drivers set car_type_id = ${crowd.courier} where id = ${driver}`
  for (const id of parcels) {
    await sql`select app.dispatch_booking(${id})`
    must(await crowd.accept(sql, driver, id))
    must(await crowd.arrive(sql, driver, id))
  }
  must(await crowd.start(sql, driver, parcels[0]))
  const [on, waiting] = await Promise.all(parcels.map((id) => tripCalls(sql, cast, rider, id)))
  const named = (calls: LockingCall[] = [], which: string, some: RegExp) =>
    calls.filter(({ name }) => some.test(name)).map((one) => ({ ...one, name: `${one.name} of ${which}` }))
  return {
    name: 'two parcels of one driver',
    rows: [
      rowOf('the parcel', 'public.bookings', parcels[0]),
      rowOf('the second parcel', 'public.bookings', parcels[1]),
      ...people(rider, cast)
    ],
    calls: [
      ...named(on, 'the parcel', /^(reach|set_approved|edit|report_positions.*1|set_driver_active.*1)/),
      ...named(waiting, 'the second parcel', /^(cancel_booking .(rider|driver)|start|no_show)/)
    ]
  }
}

/** People whose rides are over and whose wallets are empty. */
async function leavingPeople(sql: postgres.Sql, cast: Cast): Promise<Scenario> {
  const { driver, leaver } = cast
  const rider = crowd.rider(8)
  const booking = await crowd.ride(sql, { rider, driver }, 'PAID')
  return {
    name: 'people who leave',
    rows: [
      rowOf('the booking', 'public.bookings', booking),
      ...people(rider, cast),
      rowOf("the leaving driver's profile", 'public.profiles', leaver),
      rowOf('the leaving driver', 'public.drivers', leaver)
    ],
    calls: [
      admin('delete_person (driver)', 'select public.delete_person($1)', leaver),
      by(rider)('delete_my_account', 'select public.delete_my_account()'),
      by(leaver)('set_driver_active', 'select public.set_driver_active(false)'),
      admin('refund_booking', `select public.refund_booking($1, 1, 'late')`, booking)
    ]
  }
}

type Status = 'NEW' | 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'PENDING'

/** A ride in one of its states. Until its end an amount is reserved on the rider's card, and after it a payment is under way. */
const rideIn =
  (status: Status, n: number, mode: 'card' | 'cash') =>
  async (sql: postgres.Sql, cast: Cast): Promise<Scenario> => {
    const { driver, otherDriver } = cast
    const rider = crowd.rider(n)
    const booking = await crowd.ride(sql, { rider, driver }, status, { mode })
    const rows = [rowOf('the booking', 'public.bookings', booking), ...people(rider, cast)]
    const calls = await tripCalls(sql, cast, rider, booking)
    if (mode === 'card') {
      const canHold = status !== 'PENDING'
      const payment = must(await begin(sql, rider, { purpose: 'booking', booking, canHold }))
      if (canHold) must(await hear(sql, payment, { status: 'authorized', charge: `pi_${payment.id}` }))
      rows.push(rowOf('the payment', 'public.payments', payment.id))
      calls.push(event(payment, 'voided'), event(payment, 'paid', { charge: `pi_${payment.id}` }))
    }
    if (status === 'NEW') {
      rows.push(rowOf('the search', 'app.dispatch_queue', booking, 'booking_id'))
      for (const [name, who] of [
        ['the offer', driver],
        ["the other driver's offer", otherDriver]
      ] as const) {
        const query = 'select id::text from public.booking_offers where booking_id = $1 and driver_id = $2'
        rows.push(rowOf(name, 'public.booking_offers', await one(sql, query, booking, who)))
      }
    }
    return { name: `a ride by ${mode} that is ${status}`, rows, calls }
  }

export const scenarios: ((sql: postgres.Sql, cast: Cast) => Promise<Scenario>)[] = [
  refundedRide,
  stuckRefund,
  toppedUpWallet,
  unansweredRide,
  rideOfOneOffer,
  leavingPeople,
  rideIn('NEW', 2, 'card'),
  rideIn('ACCEPTED', 3, 'card'),
  rideIn('ARRIVED', 4, 'card'),
  rideIn('STARTED', 5, 'card'),
  rideIn('PENDING', 6, 'cash'),
  rideIn('PENDING', 11, 'card'),
  twoParcels
]
