/**
 * Random tariffs and trips through the one fare function: a thousand, ten thousand with HACKNEY_FULL=1. Every fare is held
 * against the formula written a second time, and against what must hold whatever the tariff.
 */
import postgres from 'postgres'
import type { Report } from './run.ts'
import { expectedFare, type Line, randomTariff, type Tariff } from './support/fare-oracle.ts'
import { isFull, random, seed } from './support/random.ts'

interface SqlLine {
  key: string
  amount: string
}

/** Amounts as text: JSON's numbers would lose cents. */
interface SqlFare {
  lines: SqlLine[]
  rider_lines: SqlLine[]
  ride_cost: string
  driver_share: string
  convenience_fees: string
  trip_cost: string
  tax: string
  /** Whether computing it again, from the stored rule and inputs, answers the same. */
  replays: boolean
}

async function compute(sql: postgres.Sql, tariffs: Tariff[]): Promise<SqlFare[]> {
  return sql<SqlFare[]>`
    with cases as materialized (select c.n, c.item -> 'rule' as rule, c.item -> 'inputs' as inputs
      from jsonb_array_elements(${JSON.stringify(tariffs)}::text::jsonb) with ordinality c (item, n)),
    fares as materialized (select c.*, app.compute_fare(c.rule, c.inputs) as fare from cases c)
    select f.fare ->> 'ride_cost' as ride_cost, f.fare ->> 'driver_share' as driver_share, f.fare ->> 'tax' as tax,
      f.fare ->> 'convenience_fees' as convenience_fees, f.fare ->> 'trip_cost' as trip_cost,
      (select coalesce(jsonb_agg(jsonb_build_object('key', l ->> 'key', 'amount', l ->> 'amount') order by place), '[]')
        from jsonb_array_elements(f.fare -> 'lines') with ordinality x (l, place)) as lines,
      (select coalesce(jsonb_agg(jsonb_build_object('key', l ->> 'key', 'amount', l ->> 'amount') order by place), '[]')
        from jsonb_array_elements(f.fare -> 'rider_lines') with ordinality x (l, place)) as rider_lines,
      f.fare = app.compute_fare(f.rule::text::jsonb, f.inputs::text::jsonb) as replays
    from fares f order by f.n`
}

/** An amount in the smallest unit; null where it has more decimals than the currency. */
function units(text: string, places: number): bigint | null {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const kept = decimals.slice(0, places).padEnd(places, '0')
  if (whole === '' || /[1-9]/.test(decimals.slice(places))) return null
  return BigInt(`${sign}${whole}${kept}`)
}

const total = (lines: SqlLine[], places: number): bigint =>
  lines.reduce((sum, { amount }) => sum + (units(amount, places) ?? 0n), 0n)

/** What holds for every fare; each answers whether it does. */
const laws: Record<string, (fare: SqlFare, tariff: Tariff, places: number) => boolean> = {
  'replays to the cent from what is stored': (fare) => fare.replays,
  'is what the formula says, line by line': (fare, tariff, places) => {
    const expected = expectedFare(tariff)
    const same = (lines: Line[]): boolean =>
      JSON.stringify(lines.map(({ key, units: n }) => [key, String(n)])) ===
      JSON.stringify(
        fare.lines.filter(({ amount }) => Number(amount) !== 0).map((l) => [l.key, String(units(l.amount, places))])
      )
    return same(expected.lines) && units(fare.trip_cost, places) === expected.total
  },
  'contains the tax that the formula says': (fare, tariff, places) =>
    units(fare.tax, places) === expectedFare(tariff).tax,
  'has no line below zero, and none finer than the currency': (fare, _, places) =>
    [...fare.lines, ...fare.rider_lines].every(({ amount }) => (units(amount, places) ?? -1n) >= 0n),
  'is the sum of its lines': (fare, _, places) => total(fare.lines, places) === units(fare.trip_cost, places),
  "is the sum of the rider's lines, in which no fee shows": (fare, _, places) =>
    total(fare.rider_lines, places) === units(fare.trip_cost, places) &&
    fare.rider_lines.every(({ key }) => key !== 'convenience_fee'),
  'is share and fee, and the share is the ride': (fare, _, places) =>
    (units(fare.driver_share, places) ?? -1n) + (units(fare.convenience_fees, places) ?? -1n) ===
      units(fare.trip_cost, places) && fare.driver_share === fare.ride_cost,
  'is never below the minimum': (fare, tariff, places) => {
    const least = expectedFare({ rule: { decimal: places, min_fare: tariff.rule.min_fare ?? 0 }, inputs: {} }).ride
    return (units(fare.ride_cost, places) ?? -1n) >= least
  }
}

/** Computes random fares in batches; needs nothing but the fare function. */
export async function test(url: string, report: Report): Promise<void> {
  const count = isFull ? 10_000 : 1_000
  const draw = random(1)
  const broken = new Map<string, string>()
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  process.stdout.write(`# ${count} random fares, HACKNEY_SEED=${seed}\n`)
  try {
    for (let done = 0; done < count; done += 500) {
      const tariffs = Array.from({ length: Math.min(500, count - done) }, () => randomTariff(draw))
      for (const [index, fare] of (await compute(sql, tariffs)).entries()) {
        const tariff = tariffs[index] as Tariff
        for (const [law, holds] of Object.entries(laws)) {
          if (broken.has(law) || holds(fare, tariff, Number(tariff.rule.decimal))) continue
          broken.set(law, `HACKNEY_SEED=${seed}\n${JSON.stringify(tariff)}\n${JSON.stringify(fare)}`)
        }
      }
    }
  } finally {
    await sql.end()
  }
  for (const law of Object.keys(laws)) report(!broken.has(law), `of ${count} fares each ${law}`, broken.get(law))
}
