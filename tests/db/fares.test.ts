/**
 * Random tariffs and trips through compute_fare: a thousand, ten thousand with HACKNEY_FULL=1. Each fare is compared with the
 * formula written a second time, and checked against rules that hold for all tariffs.
 */
import type postgres from 'postgres'
import { expectedFare, type Line, randomTariff, type Tariff } from './support/fare-oracle.ts'
import { outcomes, rolledBack, say } from './support/outcomes.ts'
import { isFull, random, seed } from './support/random.ts'

interface SqlLine {
  key: string
  amount: string
}

/** A line that shows its factors. */
interface Product {
  amount: string
  quantity: string
  rate: string
}

/** Amounts as text: JSON numbers would lose cents. */
interface SqlFare {
  lines: SqlLine[]
  rider_lines: SqlLine[]
  /** Lines and rider lines with a rate. */
  products: Product[]
  ride_cost: string
  driver_share: string
  convenience_fees: string
  trip_cost: string
  tax: string
  /** Whether explain_fare returns the same lines from what a booking would have stored. */
  replays: boolean
}

/** Stores a fare in a booking, returns the result of explain_fare, and rolls back. */
const explain = `
  select set_config('tests.id', tests.book()::text, true), set_config('request.jwt.claims', tests.claims('admin'), true);
  create function tests.explain(rule jsonb, inputs jsonb, fare jsonb) returns jsonb language plpgsql security definer as $explain$
  declare v_answer jsonb;
  begin
    update public.booking_finances f set rule = explain.rule, quote_inputs = inputs, quote_fare = fare, final_inputs = inputs, final_fare = fare
    where f.booking_id = current_setting('tests.id')::uuid;
    v_answer := to_jsonb(public.explain_fare(current_setting('tests.id')::uuid));
    raise sqlstate 'TT000';
  exception when sqlstate 'TT000' then
    return v_answer;
  end $explain$`

async function compute(sql: postgres.TransactionSql, tariffs: Tariff[]): Promise<SqlFare[]> {
  return sql<SqlFare[]>`
    with cases as materialized (select c.n, c.item -> 'rule' as rule, c.item -> 'inputs' as inputs
      from jsonb_array_elements(${JSON.stringify(tariffs)}::text::jsonb) with ordinality c (item, n)),
    fares as materialized (select c.*, f.fare, tests.explain(c.rule, c.inputs, f.fare) as told
      from cases c cross join lateral (select app.compute_fare(c.rule, c.inputs) as fare) f)
    select f.fare ->> 'ride_cost' as ride_cost, f.fare ->> 'driver_share' as driver_share, f.fare ->> 'tax' as tax,
      f.fare ->> 'convenience_fees' as convenience_fees, f.fare ->> 'trip_cost' as trip_cost,
      (select coalesce(jsonb_agg(jsonb_build_object('key', l ->> 'key', 'amount', l ->> 'amount') order by place), '[]')
        from jsonb_array_elements(f.fare -> 'lines') with ordinality x (l, place)) as lines,
      (select coalesce(jsonb_agg(jsonb_build_object('key', l ->> 'key', 'amount', l ->> 'amount') order by place), '[]')
        from jsonb_array_elements(f.fare -> 'rider_lines') with ordinality x (l, place)) as rider_lines,
      (select coalesce(jsonb_agg(jsonb_build_object('amount', l ->> 'amount', 'quantity', l ->> 'quantity', 'rate', l ->> 'rate')), '[]')
        from jsonb_array_elements(f.fare -> 'lines' || (f.fare -> 'rider_lines')) l where l ? 'rate') as products,
      (f.told ->> 'replays')::boolean and f.told #> '{quote,lines}' = f.fare -> 'lines' and f.told #> '{final,lines}' = f.fare -> 'lines'
        and f.told #> '{final,trip_cost}' = f.fare -> 'trip_cost' and f.told #> '{tax,amount}' = f.fare -> 'tax' as replays
    from fares f order by f.n`
}

/** An amount in the smallest unit; null if it has more decimals than the currency. */
function units(text: string, places: number): bigint | null {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const kept = decimals.slice(0, places).padEnd(places, '0')
  if (whole === '' || /[1-9]/.test(decimals.slice(places))) return null
  return BigInt(`${sign}${whole}${kept}`)
}

/** Lines whose price the rider knew before, from a list or a toll. */
const PRICED = ['parcel_type', 'option', 'toll', 'parking', 'extra']

/** The product of a line's factors in the smallest unit, rounded half up. */
function rounded(quantity: string, rate: string, places: number): bigint {
  const scale = 10n ** 8n
  const product = ((units(quantity, 8) ?? -1n) * (units(rate, 8) ?? -1n)) / 10n ** BigInt(8 - places)
  return (2n * product + scale) / (2n * scale)
}

const total = (lines: SqlLine[], places: number): bigint =>
  lines.reduce((sum, { amount }) => sum + (units(amount, places) ?? 0n), 0n)

/** Rules for all fares; each returns whether the fare follows it. */
const laws: Record<string, (fare: SqlFare, tariff: Tariff, places: number) => boolean> = {
  'can be replayed by explain_fare to the cent': (fare) => fare.replays,
  'equals the formula line by line': (fare, tariff, places) => {
    const expected = expectedFare(tariff)
    const same = (lines: Line[]): boolean =>
      JSON.stringify(lines.map(({ key, units: n }) => [key, String(n)])) ===
      JSON.stringify(
        fare.lines.filter(({ amount }) => Number(amount) !== 0).map((l) => [l.key, String(units(l.amount, places))])
      )
    return same(expected.lines) && units(fare.trip_cost, places) === expected.total
  },
  'contains the tax of the formula': (fare, tariff, places) => units(fare.tax, places) === expectedFare(tariff).tax,
  'has no negative line and no line with more decimals than the currency': (fare, _, places) =>
    [...fare.lines, ...fare.rider_lines].every(({ amount }) => (units(amount, places) ?? -1n) >= 0n),
  'is the sum of its lines': (fare, _, places) => total(fare.lines, places) === units(fare.trip_cost, places),
  "is the sum of the rider's lines, which show no fee": (fare, _, places) =>
    total(fare.rider_lines, places) === units(fare.trip_cost, places) &&
    fare.rider_lines.every(({ key }) => key !== 'convenience_fee'),
  'shows only factors whose product is the amount of their line': (fare, _, places) =>
    fare.products.every(({ amount, quantity, rate }) => rounded(quantity, rate, places) === units(amount, places)),
  'charges riders the known prices of options, tolls and extras': (fare, tariff, places) => {
    const told = expectedFare(tariff).lines.filter(({ key }) => PRICED.includes(key))
    const asked = fare.rider_lines.filter(({ key }) => PRICED.includes(key))
    return (
      JSON.stringify(told.map(({ key, units: n }) => [key, String(n)])) ===
      JSON.stringify(asked.map(({ key, amount }) => [key, String(units(amount, places))]))
    )
  },
  "is the driver's share plus the fee, and the share is the ride cost": (fare, _, places) =>
    (units(fare.driver_share, places) ?? -1n) + (units(fare.convenience_fees, places) ?? -1n) ===
      units(fare.trip_cost, places) && fare.driver_share === fare.ride_cost,
  'is at least the minimum fare': (fare, tariff, places) => {
    const least = expectedFare({ rule: { decimal: places, min_fare: tariff.rule.min_fare ?? 0 }, inputs: {} }).ride
    return (units(fare.ride_cost, places) ?? -1n) >= least
  }
}
await outcomes(async (report) => {
  const count = isFull ? 10_000 : 500
  const draw = random(1)
  const broken = new Map<string, string>()
  say(`${count} random fares, HACKNEY_SEED=${seed}`)
  await rolledBack([], async (tx) => {
    await tx.unsafe(explain)
    for (let done = 0; done < count; done += 500) {
      const tariffs = Array.from({ length: Math.min(500, count - done) }, () => randomTariff(draw))
      for (const [index, fare] of (await compute(tx, tariffs)).entries()) {
        const tariff = tariffs[index] as Tariff
        for (const [law, holds] of Object.entries(laws)) {
          if (broken.has(law) || holds(fare, tariff, Number(tariff.rule.decimal))) continue
          broken.set(law, `HACKNEY_SEED=${seed}\n${JSON.stringify(tariff)}\n${JSON.stringify(fare)}`)
        }
      }
    }
  })
  for (const law of Object.keys(laws)) report(!broken.has(law), `each of ${count} random fares ${law}`, broken.get(law))
})
