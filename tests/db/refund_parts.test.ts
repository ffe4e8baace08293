/**
 * A paid ride that is refunded in random parts, some from the shares of driver and fleet: taxes of the credit notes and what each
 * account gives back are the rounded shares of the sum so far, and no part drifts: 12 rides, 120 with HACKNEY_FULL=1.
 */
import type postgres from 'postgres'
import { rolledBackOutcomes, say } from './support/outcomes.ts'
import { isFull, type Random, random, seed } from './support/random.ts'

interface Case {
  places: number
  /** Fare and its part that the operator keeps, in units of the last decimal place. */
  cost: number
  fee: number
  taxPercent: number
  fleetPercent: number
  /** Refunds in the same units; those from the shares of driver and fleet are marked. */
  refunds: { amount: number; isReclaimed: boolean }[]
}

interface Told {
  trip_cost: string
  tax_amount: string
  /** The shares as the settlement divided them. */
  tax: string
  fleet: string
  driver: string
  notes: { amount: string; tax: string }[]
  reclaims: { tax: string; fleet: string; driver: string }[]
}

/** The whole fare in random parts, or a part of it. */
function draw(random: Random): Case {
  const cost = random.int(50, 3000)
  const fee = random.pick([0, 100, random.int(0, 40)])
  const parts = random.int(1, 8)
  const end = random.chance(0.6) ? cost + fee : random.int(parts, cost)
  const cuts = Array.from({ length: parts - 1 }, () => random.int(1, end - 1))
  const marks = [...new Set([0, ...cuts, end])].sort((a, b) => a - b)
  const isAll = random.chance(0.5)
  return {
    places: random.pick([0, 2, 2, 3]),
    cost,
    fee,
    taxPercent: random.pick([0, 2.6, 8.1, 19, 25]),
    fleetPercent: random.pick([0, 10, 33, 50]),
    refunds: marks
      .slice(1)
      .map((mark, index) => ({ amount: mark - (marks[index] ?? 0), isReclaimed: isAll || random.chance(0.6) }))
      .sort(() => random.int(0, 2) - 1)
  }
}

const play = `
  create function tests.refunded(places integer, cost numeric, fee numeric, tax numeric, fleet numeric, refunds jsonb) returns jsonb
  language plpgsql security definer as $play$
  declare
    v_id uuid;
    v_refund jsonb;
    v_tax numeric;
  begin
    perform tests.turn('1 minute'), set_config('request.jwt.claims', '', true);
    update public.settings s set code = case places when 3 then 'KWD' else 'CHF' end, "decimal" = places, cash_unit = 0, tax_percent = tax, fleet_percent = fleet, refund_to = 'wallet' where id = 1;
    update public.car_types set min_fare = cost, convenience_fees = fee, convenience_fee_type = 'flat', base_fare = 0, rate_per_hour = 0, rate_per_unit_distance = 0 where name = 'Cab';
    update public.drivers set fleet_id = case when fleet > 0 then tests.id('fleet') end where id = tests.id('driver');
    perform tests.go_online();
    perform tests.let('rider', format('select public.create_booking(%L, %L)', tests.quote(), 'cash'));
    v_id := tests.booking();
    perform tests.let('driver', format('select public.accept_booking(%L)', v_id)), tests.let('driver', format('select public.arrive_at_pickup(%L)', v_id)),
      tests.let('driver', format('select public.start_trip(%L, %L)', v_id, tests.code(v_id))), tests.let('driver', format('select public.reach_drop(%L)', v_id)),
      tests.let('driver', format('select public.confirm_cash(%L)', v_id));
    perform app.issue_receipts();
    for v_refund in select r from jsonb_array_elements(refunds) r loop
      perform tests.turn('1 minute');
      perform tests.let('admin', format('select public.refund_booking(%L, %L, %L, %L)', v_id, v_refund ->> 'amount', 'part', v_refund ->> 'isReclaimed'));
      perform app.issue_receipts();
    end loop;
    select e.amount into v_tax from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
      join public.ledger_accounts a on a.id = e.account_id where t.booking_id = v_id and t.kind = 'settlement' and a.kind = 'tax';
    return (select jsonb_build_object('trip_cost', b.trip_cost::text, 'tax_amount', b.tax_amount::text, 'tax', coalesce(v_tax, 0)::text, 'fleet', f.fleet_share::text,
      'driver', (f.driver_share - f.fleet_share - coalesce(v_tax, 0))::text,
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('amount', r.content ->> 'amount', 'tax', r.content ->> 'tax') order by r.serial), '[]')
        from public.receipts r where r.booking_id = v_id and r.kind = 'credit_note'),
      'reclaims', (select coalesce(jsonb_agg(jsonb_build_object('tax', s.tax::text, 'fleet', s.fleet::text, 'driver', s.driver::text) order by s.id), '[]') from (
        select t.id, coalesce(-sum(e.amount) filter (where a.kind = 'tax'), 0) as tax, coalesce(-sum(e.amount) filter (where a.user_id = tests.id('fleet')), 0) as fleet,
          coalesce(-sum(e.amount) filter (where a.user_id = tests.id('driver')), 0) as driver
        from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
        where t.booking_id = v_id and t.kind = 'refund' group by t.id) s))
      from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = v_id);
  end $play$`

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0)
/** The sums of the first one, two, three … values. */
const sums = (values: number[]): number[] => values.map((_, index) => sum(values.slice(0, index + 1)))
const rounded = (part: number, share: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((2 * part * share + whole) / (2 * whole))

type Units = (text: string) => number

const laws: Record<string, (told: Told, units: Units, one: Case) => boolean> = {
  'has a credit note of each refund': ({ notes }, units, { refunds }) =>
    notes.map(({ amount }) => units(amount)).join() === refunds.map(({ amount }) => amount).join(),
  'has credit notes whose taxes add up to the share of what was refunded so far': (told, units) => {
    const taxes = sums(told.notes.map(({ tax }) => units(tax)))
    const amounts = sums(told.notes.map(({ amount }) => units(amount)))
    return amounts.every(
      (amount, index) => taxes[index] === rounded(amount, units(told.tax_amount), units(told.trip_cost))
    )
  },
  'takes back the tax of the share taken back so far': (told, units) => {
    const taken = sums(told.reclaims.map(({ tax, fleet, driver }) => units(tax) + units(fleet) + units(driver)))
    const taxes = sums(told.reclaims.map(({ tax }) => units(tax)))
    const share = units(told.tax) + units(told.fleet) + units(told.driver)
    return taken.every((part, index) => Math.abs((taxes[index] ?? 0) - rounded(part, units(told.tax), share)) === 0)
  },
  'gives nobody money by a refund': ({ reclaims }, units) =>
    reclaims.every((row) => [row.tax, row.fleet, row.driver].every((text) => units(text) >= 0)),
  'takes back at most what each got': (told, units) =>
    (['tax', 'fleet', 'driver'] as const).every(
      (key) => sum(told.reclaims.map((row) => units(row[key]))) <= units(told[key])
    ),
  'takes back exactly what each got if the whole share is taken back': (told, units) => {
    const keys = ['tax', 'fleet', 'driver'] as const
    const taken = sum(keys.map((key) => sum(told.reclaims.map((row) => units(row[key])))))
    if (taken < sum(keys.map((key) => units(told[key])))) return true
    return keys.every((key) => sum(told.reclaims.map((row) => units(row[key]))) === units(told[key]))
  }
}

async function tell(tx: postgres.TransactionSql, one: Case): Promise<Told> {
  const money = (units: number): string => (units / 10 ** one.places).toFixed(one.places)
  const refunds = one.refunds.map((refund) => ({ ...refund, amount: money(refund.amount) }))
  const [row] = await tx<{ told: Told }[]>`select tests.refunded(${one.places}, ${money(one.cost)}, ${money(one.fee)},
    ${one.taxPercent}, ${one.fleetPercent}, ${tx.json(refunds)}) as told`
  if (!row) throw new Error('no answer')
  return row.told
}

const unitsOf =
  ({ places }: Case): Units =>
  (text) =>
    Math.round(Number(text) * 10 ** places * 1000) / 1000

await rolledBackOutcomes([], async (tx, report) => {
  await tx.unsafe(play)
  const nine = { places: 2, cost: 800, fee: 100, taxPercent: 8.1, fleetPercent: 0 }
  const part = (amount: number): Case['refunds'][number] => ({ amount, isReclaimed: true })
  const thirds = await tell(tx, { ...nine, refunds: [part(300), part(300), part(300)] })
  const told = [thirds.notes.map(({ tax }) => tax).join(' '), thirds.reclaims.map(({ tax }) => tax).join(' ')]
  report(
    told.join() === '0.22 0.23 0.22,0.23 0.22 0.15',
    'three thirds of 9.00 have the tax of 9.00',
    JSON.stringify(thirds)
  )
  const drops = await tell(tx, { ...nine, refunds: Array.from({ length: 90 }, () => part(10)) })
  const [noted, taken] = [drops.notes, drops.reclaims].map((rows) => sum(rows.map(({ tax }) => Number(tax))).toFixed(2))
  report(noted === '0.67' && taken === '0.60', 'ninety refunds of 0.10 have the tax of 9.00', `${noted}, ${taken}`)

  const count = isFull ? 120 : 12
  const cases = random(11)
  const broken = new Map<string, string>()
  say(`${count} random refunds, HACKNEY_SEED=${seed}`)
  for (let done = 0; done < count; done++) {
    const one = draw(cases)
    const raw = await tell(tx, one)
    for (const [law, holds] of Object.entries(laws))
      if (!broken.has(law) && !holds(raw, unitsOf(one), one))
        broken.set(law, `${JSON.stringify(one)}\n${JSON.stringify(raw)}`)
  }
  for (const law of Object.keys(laws))
    report(!broken.has(law), `each of ${count} rides refunded in parts ${law}`, broken.get(law))
})
