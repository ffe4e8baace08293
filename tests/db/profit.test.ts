/**
 * Months of random rides and parcels, with promotions, wallets, cards, changing fleets, cancellations, tips and refunds, some of them
 * months later. Afterwards every figure of every report equals the ledger.
 */
import type postgres from 'postgres'
import { type Report, rolledBackOutcomes } from './support/outcomes.ts'
import { isFull, random, seed } from './support/random.ts'
import { reportDifferences } from './support/reports.ts'

const count = isFull ? 600 : 15
const draw = random(77)
type Tx = postgres.TransactionSql

interface Booking {
  id: string
  status: string
  payment_mode: string
  payable_amount: string
  customer_paid: string
}

const done = new Map<string, number>()
const note = (what: string): void => void done.set(what, (done.get(what) ?? 0) + 1)

async function let_(tx: Tx, who: string, statement: string): Promise<void> {
  await tx`select tests.let(${who}, ${statement})`
}

const turn = (tx: Tx, minutes: number): Promise<unknown> => tx`select tests.turn(make_interval(mins => ${minutes}))`

async function see(tx: Tx, id: string): Promise<Booking> {
  const [booking] = await tx<
    Booking[]
  >`select id, status, payment_mode, payable_amount, customer_paid from public.bookings where id = ${id}`
  if (!booking) throw new Error(`${id} is gone`)
  return booking
}

/** Brings the rider's wallet to an amount, from the account `adjustments`. */
async function fund(tx: Tx, amount: number): Promise<void> {
  await tx`select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
      app.entry('wallet:' || p.id, ${amount} - p.wallet_balance), app.entry('adjustments', p.wallet_balance - ${amount})))
    from public.profiles p where p.id = tests.id('rider') and p.wallet_balance <> ${amount}`
}

/** Between two bookings: turns the clock and draws new settings, fees, and the driver's fleet and car type. */
async function change(tx: Tx, car: string): Promise<void> {
  await turn(tx, draw.int(5, 4000))
  await tx`select tests.set('cancellation_driver_percent', ${draw.pick(['0', '0', '25', '50', '100'])}),
    tests.set('fleet_percent', ${draw.pick(['0', '10', '33'])}), tests.set('refund_to', ${draw.pick(['wallet', 'source'])}),
    tests.set('tax_percent', ${draw.pick(['0', '8.1'])})`
  await tx`update public.car_types set convenience_fees = ${draw.pick([0, 1, 8])},
    convenience_fee_type = ${draw.pick(['flat', 'percentage'])} where name = ${car}`
  await tx`update public.drivers set car_type_id = tests.car(${car}),
    fleet_id = (select u.id from auth.users u where u.email = ${draw.pick(['', 'fleet@hackney.test', 'fleet2@hackney.test'])}) where id = tests.id('driver')`
  await tx`select tests.go_online()`
  await fund(tx, 300)
}

async function book(tx: Tx, car: string, mode: string): Promise<string> {
  const [quote] = await tx<{ id: string }[]>`
    select to_jsonb(public.quote_fare(tests.id('rider'), tests.order(${car}, ${draw.int(5, 200) / 10}, ${draw.int(60, 3000)}))) ->> 'quote_id' as id`
  if (draw.chance(0.4)) {
    const code = `P${draw.int(0, 1e9)}`
    const type = draw.pick(['flat', 'percentage'])
    await tx`insert into public.promos (promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value, promo_validity, promo_usage_limit)
      values (${code}, ${type}, ${draw.pick([5, 50, 100])}, ${draw.pick([null, 4])}, '2100-01-01', 5)`
    await let_(tx, 'rider', `select public.apply_promo('${quote?.id}', '${code}')`)
    note('promotion')
  }
  const details = '{"delivery_person": "Eva", "delivery_person_phone": "+423 555 12 12"}'
  await let_(tx, 'rider', `select public.create_booking('${quote?.id}', '${mode}', null, '${details}')`)
  const [booking] = await tx<{ id: string }[]>`select tests.booking() as id`
  return booking?.id ?? ''
}

async function payByCard(tx: Tx, id: string): Promise<void> {
  const [payment] = await tx<{ id: string; amount: string; currency: string }[]>`
    select * from tests.create_payment(${id}, 'stripe', tests.id('rider'))`
  await tx`select public.record_payment_event('stripe', gen_random_uuid()::text, ${payment?.id ?? ''}::uuid, ${payment?.amount ?? ''}::numeric,
    ${payment?.currency ?? ''}, 'paid')`
  note('card')
}

/** Pays by card, in cash, or by wallet; if the wallet is too low, the rest in cash. */
async function pay(tx: Tx, id: string): Promise<void> {
  const { payment_mode, payable_amount } = await see(tx, id)
  if (Number(payable_amount) > 0 && payment_mode === 'card') return await payByCard(tx, id)
  if (payment_mode === 'wallet') {
    if (draw.chance(0.4)) await fund(tx, 2)
    await let_(tx, 'rider', `select public.pay_with_wallet('${id}')`)
    note('wallet')
  }
  if ((await see(tx, id)).status === 'PENDING') await let_(tx, 'driver', `select public.confirm_cash('${id}')`)
}

/** Plays an offered booking to its payment, unless it is cancelled or the rider does not show up. */
async function carry(tx: Tx, id: string, isParcel: boolean): Promise<void> {
  await let_(tx, 'driver', `select public.accept_booking('${id}')`)
  await turn(tx, draw.int(0, 9))
  if (draw.chance(0.2)) return await let_(tx, 'rider', `select public.cancel_booking('${id}')`)
  await let_(tx, 'driver', `select public.report_position(47.141, 9.52)`)
  await let_(tx, 'driver', `select public.arrive_at_pickup('${id}')`)
  if (draw.chance(0.12)) {
    await turn(tx, 10)
    await let_(tx, 'driver', `select public.report_position(47.141, 9.52)`)
    await let_(tx, 'driver', `select public.no_show('${id}')`)
    // The desk decides about the fee in this month or a later one.
    await turn(tx, draw.chance(0.3) ? 40_000 : 10)
    return await let_(tx, 'admin', `select public.decide_no_show_fee('${id}', ${draw.chance(0.6)})`)
  }
  await let_(tx, 'driver', `select public.start_trip('${id}')`)
  await turn(tx, draw.int(2, 40))
  if (isParcel && draw.chance(0.3)) {
    await let_(tx, 'admin', `select public.return_to_sender('${id}', 'nobody there')`)
    await let_(tx, 'driver', `select public.report_position(47.141, 9.52)`)
  }
  await let_(tx, 'driver', `select public.reach_drop('${id}')`)
  if ((await see(tx, id)).status === 'PENDING') await pay(tx, id)
}

/** Refunds a part of what was paid and not yet refunded, from goodwill or from the driver's share. */
async function refund(tx: Tx, id: string): Promise<void> {
  const [row] = await tx<
    { left: string }[]
  >`select b.customer_paid - coalesce((select sum(r.amount) from public.refunds r
    where r.booking_id = b.id and r.created_by is not null), 0) as left from public.bookings b where b.id = ${id}`
  const left = Math.round(Number(row?.left ?? 0) * 100)
  if (left < 1) return
  const reclaims = draw.chance(0.6)
  await let_(
    tx,
    'admin',
    `select public.refund_booking('${id}', ${draw.int(1, left) / 100}, 'drawn', ${String(reclaims)})`
  )
  note(reclaims ? 'refund, reclaimed' : 'refund, goodwill')
}

async function ride(tx: Tx): Promise<string> {
  const isParcel = draw.chance(0.3)
  const car = isParcel ? 'Courier' : 'Cab'
  const mode = draw.pick(isParcel ? ['wallet', 'card'] : ['cash', 'wallet', 'card'])
  await change(tx, car)
  const id = await book(tx, car, mode)
  if (isParcel) {
    if (draw.chance(0.1)) await let_(tx, 'rider', `select public.cancel_booking('${id}')`)
    else if ((await see(tx, id)).status === 'PAYMENT_PENDING') {
      if (mode === 'card') await payByCard(tx, id)
      else await let_(tx, 'rider', `select public.pay_with_wallet('${id}')`)
      note('prepaid parcel')
    }
  }
  if ((await see(tx, id)).status === 'NEW') await carry(tx, id, isParcel)
  const { status } = await see(tx, id)
  note(status)
  if (status === 'PAID' && draw.chance(0.3)) {
    await fund(tx, 50)
    await let_(tx, 'rider', `select public.tip_driver('${id}', ${draw.int(1, 900) / 100})`)
    note('tip')
  }
  return id
}

async function live(tx: Tx, report: Report): Promise<void> {
  await tx`select tests.set('otp_secure', 'false'), tests.set('app_category', 'both'), tests.set('negative_balance', 'true'), tests.set('time_zone', 'Europe/Vaduz')`
  await tx`update app.clock set "offset" = '2032-01-03 12:00+00'::timestamptz - now()`
  const paid: string[] = []
  for (let n = 0; n < count; n += 1) {
    const id = await ride(tx)
    if ((await see(tx, id)).status === 'PAID') paid.push(id)
    if (paid.length > 0 && draw.chance(0.4)) await refund(tx, draw.pick(paid))
    if (draw.chance(0.1)) await tx`select app.close_month() from generate_series(1, 30)`
  }
  await tx`set constraints all immediate`
  const what = [...done].map(([name, times]) => `${times} ${name}`).join(', ')
  const differences = await reportDifferences(tx)
  report(
    differences.length === 0,
    `of ${count} random bookings (seed ${seed}; ${what}), every report equals the ledger`,
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
