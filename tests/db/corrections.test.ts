/**
 * Paid rides and cancelled bookings whose money changes afterwards, in random orders: fares are corrected up and down, before and
 * after the payment, requests accepted and declined, parts refunded, fees decided and taken back, credits given and taken back.
 * Cash is taken without a signal, and the desk decides about it and about tolls, asks for them and takes it back.
 * Then the ledger must balance and agree with every table and report, and tax, fee and shares of each ride must be those of its
 * last price to the cent. HACKNEY_FULL=1 does ten times as much.
 */
import type postgres from 'postgres'
import { checkInvariants } from './support/invariants.ts'
import { rolledBackOutcomes, say } from './support/outcomes.ts'
import { isFull, random, seed } from './support/random.ts'

type Tx = postgres.TransactionSql

const draw = random(37)
const rides = isFull ? 120 : 12
const said = new Map<string, number>()
const strange: string[] = []

/** Runs a call as this person. A refusal by one of our keys is an outcome, too; anything else is strange. */
async function attempt(tx: Tx, who: string, statement: string): Promise<boolean> {
  const name = /public\.(\w+)/.exec(statement)?.[1] ?? statement
  try {
    await tx.savepoint((inner) => inner`select tests.let(${who}, ${statement})`)
    said.set(name, (said.get(name) ?? 0) + 1)
    return true
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (!code.startsWith('PT')) strange.push(`${statement}: ${code} ${message}`)
    said.set(`${name} ${message}`, (said.get(`${name} ${message}`) ?? 0) + 1)
    return false
  }
}

const money = (most: number): string => (draw.int(1, most * 100) / 100).toFixed(2)

async function setUp(tx: Tx): Promise<void> {
  await tx`select tests.turn(make_interval(mins => ${draw.int(5, 3000)}))`
  await tx`select tests.set('fleet_percent', ${draw.pick(['0', '10', '33'])}), tests.set('refund_to', ${draw.pick(['wallet', 'source'])}),
    tests.set('tax_percent', ${draw.pick(['0', '2.6', '8.1', '19'])}), tests.set('cash_unit', ${draw.pick(['0', '0.05'])}),
    tests.set('cancellation_driver_percent', ${draw.pick(['0', '50', '100'])}), tests.set('drivers_employed', ${String(draw.chance(0.4))})`
  await tx`update public.car_types set convenience_fees = ${draw.pick([0, 1, 8])},
    convenience_fee_type = ${draw.pick(['flat', 'percentage'])} where name = 'Cab'`
  await tx`update public.drivers set fleet_id = case when ${draw.chance(0.5)} then tests.id('fleet') end where id = tests.id('driver')`
  await tx`select tests.go_online(), tests.fill_wallet('rider', 200)`
}

async function book(tx: Tx): Promise<string> {
  const [quote] = await tx<{ id: string }[]>`
    select to_jsonb(public.quote_fare(tests.id('rider'), tests.order('Cab', ${draw.int(5, 200) / 10}, ${draw.int(60, 3000)}))) ->> 'quote_id' as id`
  if (draw.chance(0.4)) {
    const code = `C${draw.int(0, 1e9)}`
    await tx`insert into public.promos (promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value, promo_validity, promo_usage_limit)
      values (${code}, ${draw.pick(['flat', 'percentage'])}, ${draw.pick([5, 50, 100])}, ${draw.pick([null, 4])}, '2100-01-01', 5)`
    await tx`select tests.let('rider', ${`select public.apply_promo('${quote?.id}', '${code}')`})`
  }
  await tx`select tests.let('rider', ${`select public.create_booking('${quote?.id}', '${draw.pick(['cash', 'wallet'])}')`})`
  const [booking] = await tx<{ id: string }[]>`select tests.booking() as id`
  return booking?.id ?? ''
}

const driver = async (tx: Tx, id: string, ...steps: string[]): Promise<void> => {
  for (const step of steps) await tx`select tests.let('driver', ${`select public.${step}('${id}')`})`
}

/** A ride to its end, corrected before the payment or not, and paid. */
async function ride(tx: Tx): Promise<string> {
  const id = await book(tx)
  await driver(tx, id, 'accept_booking', 'arrive_at_pickup', 'start_trip')
  if (draw.chance(0.4)) await attempt(tx, 'driver', `select public.add_extra('${id}', 'toll', ${money(50)})`)
  const isUnheard = draw.chance(0.4)
  await tx`select tests.turn(make_interval(mins => ${draw.int(4, 30)}))`
  if (isUnheard) {
    await attempt(tx, 'driver', `select public.reach_drop('${id}', at => app.now() - interval '2 minutes')`)
    const [shown] = await tx<{ cash: string | null }[]>`
      select (app.possible_cash_amounts(b))[1]::text as cash from public.bookings b where b.id = ${id}`
    const told = (draw.chance(0.7) && shown?.cash) || money(60)
    if (draw.chance(0.3)) await attempt(tx, 'admin', `select public.correct_fare('${id}', ${money(60)}, 'Meter')`)
    await attempt(
      tx,
      'driver',
      `select public.confirm_cash('${id}', client_key => gen_random_uuid(), at => app.now() - interval '1 minute', amount => ${told})`
    )
  } else await driver(tx, id, 'reach_drop')
  for (let n = draw.int(0, 2); n > 0; n -= 1)
    await attempt(tx, 'admin', `select public.correct_fare('${id}', ${money(60)}, 'Meter')`)
  if (draw.chance(0.3)) await attempt(tx, 'rider', `select public.pay_with_wallet('${id}')`)
  await tx`select tests.let('driver', ${`select public.confirm_cash('${id}')`}) from public.bookings b where b.id = ${id} and b.status = 'PENDING'`
  return id
}

async function change(tx: Tx, id: string): Promise<void> {
  const open = `(select r.id from public.payment_requests r where r.booking_id = '${id}' and r.status = 'open' order by r.id limit 1)`
  const what = draw.int(0, 14)
  if (what > 9) return decide(tx, id, what)
  await tx`select tests.turn('1 minute'), app.issue_receipts()`
  if (draw.chance(0.2)) await tx`select tests.fill_wallet('rider', ${draw.pick([0, 5, 200])})`
  if (what < 4) await attempt(tx, 'admin', `select public.correct_fare('${id}', ${money(60)}, 'Meter')`)
  else if (what < 6) await attempt(tx, 'rider', `select public.accept_payment_request(${open})`)
  else if (what < 7) await attempt(tx, 'rider', `select public.decline_payment_request(${open})`)
  else if (what < 8)
    await attempt(
      tx,
      'admin',
      `select public.request_payment('${id}', '${draw.pick(['toll', 'damage'])}', ${money(20)}, 'Tunnel')`
    )
  else await attempt(tx, 'admin', `select public.refund_booking('${id}', ${money(20)}, 'Sorry', ${draw.chance(0.7)})`)
}

/** What the desk decides about cash and tolls, and takes back. */
async function decide(tx: Tx, id: string, what: number): Promise<void> {
  const [report] = await tx<{ reported: string; counted: string }[]>`
    select reported::text, counted::text from public.cash_reports where booking_id = ${id}`
  const [extra] = await tx<{ id: string; undecided_amount: string }[]>`
    select id, undecided_amount::text from public.booking_extras where booking_id = ${id} and undecided_amount > 0 limit 1`
  const reverse = `select public.reverse_decision((select d.id from public.money_decisions d where d.booking_id = '${id}' order by d.id desc limit 1), 'Mistake')`
  if (what < 12 && extra) {
    const amount = draw.pick([extra.undecided_amount, '0.50', '0'])
    await attempt(tx, 'admin', `select public.decide_extra('${extra.id}', ${amount}, 'Tunnel', ${draw.chance(0.6)})`)
  } else if (what < 13 && report) {
    if (draw.chance(0.3)) await attempt(tx, 'rider', `select public.object_to_cash('${id}', 'More', ${money(60)})`)
    const amount = draw.pick([report.reported, report.counted, money(60)])
    await attempt(tx, 'admin', `select public.decide_cash('${id}', ${amount}, 'A picture')`)
  } else await attempt(tx, draw.pick(['admin', 'admin2']), reverse)
}

/** A rider who does not come: the fee is charged, objected to, decided, taken back. */
async function noShow(tx: Tx): Promise<void> {
  await setUp(tx)
  await tx`select tests.fill_wallet('rider', ${draw.pick([0, 4, 200])})`
  const id = await book(tx)
  await driver(tx, id, 'accept_booking')
  const isWatched = draw.chance(0.6)
  await tx`select tests.let('driver', 'select public.report_position(47.141, 9.52)')`
  await driver(tx, id, 'arrive_at_pickup')
  for (let n = 0; n < 12; n += 1) {
    await tx`select tests.turn('30 seconds')`
    if (isWatched || n === 11) await tx`select tests.let('driver', 'select public.report_position(47.141, 9.52)')`
  }
  await driver(tx, id, 'no_show')
  const last = `(select d.id from public.money_decisions d where d.booking_id = '${id}' order by d.id ${draw.pick(['asc', 'desc'])} limit 1)`
  if (draw.chance(0.6)) await attempt(tx, 'admin', `select public.decide_no_show_fee('${id}', ${draw.chance(0.5)})`)
  for (let n = draw.int(0, 2); n > 0; n -= 1)
    await attempt(tx, draw.pick(['admin', 'admin2']), `select public.reverse_decision(${last}, 'Mistake')`)
  await tx`select tests.fill_wallet('rider', 200)`
}

async function credit(tx: Tx): Promise<void> {
  await attempt(tx, 'admin', `select public.add_to_wallet(tests.id('rider'), ${money(20)}, reason => 'Sorry')`)
  if (draw.chance(0.3)) await tx`select tests.fill_wallet('rider', ${draw.pick([0, 5])})`
  await attempt(
    tx,
    'admin',
    `select public.reverse_decision((select d.id from public.money_decisions d where d.kind = 'credit' order by d.id desc limit 1), 'Mistake')`
  )
}

/** The shares of a price by the tariff, computed here and not by the database; in cents. */
function sharesOf(price: number, rule: Record<string, unknown>): { fee: number; tax: number } {
  const fees = Number(rule.convenience_fees)
  const share = rule.employed
    ? 0
    : rule.convenience_fee_type === 'percentage'
      ? Math.floor((2 * price * 100 + 100 + fees) / (2 * (100 + fees)))
      : Math.max(0, price - Math.round(fees * 100))
  const percent = Math.round(Number(rule.tax_percent) * 10)
  return { fee: price - share, tax: Math.floor((2 * price * percent + 1000 + percent) / (2 * (1000 + percent))) }
}

await rolledBackOutcomes([], async (tx, report) => {
  await tx`select tests.set('otp_secure', 'false'), tests.set('negative_balance', 'true'), tests.set('credit_limit', null)`
  for (let n = 0; n < rides; n += 1) {
    await setUp(tx)
    const id = await ride(tx)
    for (let deeds = draw.int(2, 7); deeds > 0; deeds -= 1) await change(tx, id)
    if (draw.chance(0.4)) await noShow(tx)
    if (draw.chance(0.4)) await credit(tx)
  }
  await tx`select app.issue_receipts()`
  await tx`set constraints all immediate`
  say(`${rides} rides, HACKNEY_SEED=${seed}: ${[...said].map(([name, n]) => `${n} ${name}`).join(', ')}`)
  report(strange.length === 0, 'each refusal is one of our error keys', strange.slice(0, 5).join('\n'))
  const priced = await tx<
    { id: string; price: string; fee: string; tax: string; rule: Record<string, unknown>; corrected: boolean }[]
  >`
    select b.id, n.driver_share + n.convenience_fees as price, n.convenience_fees as fee, n.tax, f.rule,
      coalesce((select r.kind = 'fare' from public.payment_requests r where r.booking_id = b.id and r.status = 'accepted' order by r.decided_at desc limit 1), true)
        and not exists (select from public.payment_requests r where r.booking_id = b.id and r.status = 'accepted' and r.kind <> 'fare') as corrected
    from public.bookings b join public.booking_finances f on f.booking_id = b.id cross join lateral app.current_fare(b) n
    where exists (select from public.fare_corrections c where c.booking_id = b.id and (c.transaction_id is not null or c.request_id is null))`
  const cents = (text: string): number => Math.round(Number(text) * 100)
  const wrong = priced.filter(({ price, fee, tax, rule, corrected }) => {
    const due = sharesOf(cents(price), rule)
    return cents(tax) !== due.tax || (corrected && cents(fee) !== due.fee)
  })
  report(priced.length > rides / 4, 'many fares were corrected', String(priced.length))
  report(wrong.length === 0, 'tax and fee of each corrected fare are those of its price', JSON.stringify(wrong[0]))
  const notes = await tx<{ id: string }[]>`
    select b.id from public.bookings b join public.receipts p on p.booking_id = b.id and p.kind = 'receipt'
    cross join lateral (select coalesce(sum((r.content ->> 'amount')::numeric * case r.kind when 'addition' then 1 else -1 end), 0) as amount,
        coalesce(sum((r.content ->> 'tax')::numeric * case r.kind when 'addition' then 1 else -1 end) filter (where c.transaction_id is not null), 0) as tax
      from public.receipts r left join app.fare_changes c on c.transaction_id = r.transaction_id where r.booking_id = b.id and r.kind <> 'receipt') n
    cross join lateral app.current_fare(b) w
    where (n.tax <> w.tax - b.tax_amount and not exists (select from app.fare_changes c where c.booking_id = b.id and c.driver_share + c.convenience_fees = c.discount_amount))
      or n.amount <> (select coalesce(sum(e.amount), 0) * -1 from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
        join public.ledger_accounts a on a.id = e.account_id where t.booking_id = b.id and t.kind in ('refund', 'fare_change') and (a.kind = 'refunds_due' or a.user_id = b.customer_id))
        - (select coalesce(sum(c.to_operator), 0) from app.fare_changes c where c.booking_id = b.id)`
  report(
    notes.length === 0,
    'the credit notes and additions of each ride add up to what its rider got and paid and the operator got back, with its taxes',
    JSON.stringify(notes[0])
  )
  await checkInvariants(tx as unknown as postgres.Sql, report, 'after the corrections')
})
