import type { Random } from './random.ts'

/**
 * A second implementation of the fare formula, written from the specification and not from the SQL, in exact fractions. Tests
 * compare app.compute_fare with it to the cent.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export interface Tariff {
  rule: { [key: string]: Json }
  inputs: { [key: string]: Json }
}

/** A line of a fare: its key, and its amount in the smallest unit of the currency. */
export interface Line {
  key: string
  units: bigint
}

export interface Fare {
  lines: Line[]
  ride: bigint
  fee: bigint
  total: bigint
  tax: bigint
}

/** An exact fraction; the denominator is positive. */
interface Fraction {
  n: bigint
  d: bigint
}

const whole = (n: bigint): Fraction => ({ n, d: 1n })
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d })
const over = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d, d: a.d * b.n })
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
const isMore = (a: Fraction, b: Fraction): boolean => a.n * b.d > b.n * a.d

/** An amount as the formula reads it: anything but a plain number below a billion counts as zero. */
function read(value: Json | undefined): Fraction {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  const [, units, decimals = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(text) ?? []
  if (units === undefined) return whole(0n)
  return { n: BigInt(units + decimals), d: 10n ** BigInt(decimals.length) }
}

/** Rounds half up, and returns units of the last decimal place. */
function round({ n, d }: Fraction, places: number): bigint {
  return (2n * n * 10n ** BigInt(places) + d) / (2n * d)
}

const member = (value: Json | undefined, key: string): Json | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value[key] : undefined
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

function surcharges(key: string, entries: Json | undefined, way: Fraction, places: number): Line[] {
  return list(entries).map((entry) => {
    const percent = member(entry, 'percent')
    const amount = percent === undefined ? read(member(entry, 'amount')) : over(times(way, read(percent)), whole(100n))
    return { key, units: round(amount, places) }
  })
}

function wayOf({ rule, inputs }: Tariff, places: number): Line[] {
  const fixed = rule.zone_fixed
  if (member(fixed, 'amount') !== undefined) {
    return [{ key: 'zone_fixed', units: round(read(member(fixed, 'amount')), places) }]
  }
  const km = read(inputs.distance_km)
  const distance = rule.convert_to_mile === true ? over(km, { n: 1609344n, d: 1000000n }) : km
  const hours = over(read(inputs.secs), whole(3600n))
  return [
    { key: 'base_fare', units: round(read(rule.base_fare), places) },
    { key: 'distance', units: round(times(read(rule.rate_per_unit_distance), distance), places) },
    { key: 'time', units: round(times(read(rule.rate_per_hour), hours), places) }
  ]
}

function waitingOf({ rule, inputs }: Tariff, places: number): Line {
  const free = times(read(rule.free_wait), whole(60n))
  const waited = read(inputs.wait_secs)
  const charged = isMore(waited, free) ? plus(waited, { n: -free.n, d: free.d }) : whole(0n)
  const secs = plus(read(inputs.stop_wait_secs), charged)
  const amount = over(times(read(rule.waiting_rate_per_hour), secs), whole(3600n))
  return { key: 'waiting', units: round(amount, places) }
}

const sum = (lines: Line[]): bigint => lines.reduce((total, { units }) => total + units, 0n)

/** The fare of a tariff: its lines in order, without those of amount zero. */
export function expectedFare(tariff: Tariff): Fare {
  const { rule, inputs } = tariff
  const places = Number(rule.decimal)
  const way = wayOf(tariff, places)
  const wayAmount: Fraction = { n: sum(way), d: 10n ** BigInt(places) }
  const extraKey = (entry: Json): string => {
    const key = member(entry, 'key')
    return key === 'toll' || key === 'parking' ? key : 'extra'
  }
  const lines = [
    ...way,
    { key: 'parcel_type', units: round(read(member(inputs.parcel_type, 'amount')), places) },
    { key: 'option', units: round(read(member(inputs.option, 'amount')), places) },
    ...surcharges('zone_surcharge', rule.zones, wayAmount, places),
    ...surcharges('tariff_window', rule.windows, wayAmount, places),
    waitingOf(tariff, places),
    ...list(inputs.extras).map((entry) => ({
      key: extraKey(entry),
      units: round(read(member(entry, 'amount')), places)
    }))
  ].filter(({ units }) => units > 0n)
  const minimum = round(read(rule.min_fare), places)
  if (sum(lines) < minimum) lines.push({ key: 'minimum_fare', units: minimum - sum(lines) })
  const ride = sum(lines)
  const fees = read(rule.convenience_fees)
  const rideAmount: Fraction = { n: ride, d: 10n ** BigInt(places) }
  const isPercentage = rule.convenience_fee_type === 'percentage'
  const fee = round(isPercentage ? over(times(rideAmount, fees), whole(100n)) : fees, places)
  if (fee > 0n) lines.push({ key: 'convenience_fee', units: fee })
  const percent = read(rule.tax_percent)
  const totalAmount: Fraction = { n: ride + fee, d: 10n ** BigInt(places) }
  const tax = round(over(times(totalAmount, percent), plus(whole(100n), percent)), places)
  return { lines, ride, fee, total: ride + fee, tax }
}

const garbage: Json[] = ['NaN', '-5', -3.5, 'Infinity', null, true, '1e9', '10000000000', [], {}]

/** A random tariff and trip: mostly plausible values, some huge, some missing, some not numbers. */
export function randomTariff(random: Random): Tariff {
  const amount = (most: number): Json => {
    if (random.chance(0.15)) return 0
    if (random.chance(0.02)) return random.pick(garbage)
    const decimals = random.int(0, 4)
    const text = (random.next() * (random.chance(0.03) ? most * 1000 : most)).toFixed(decimals)
    return random.chance(0.9) ? Number(text) : text
  }
  const some = (make: () => Json, most: number): Json => Array.from({ length: random.int(0, most) }, make)
  const surcharge = (): Json =>
    random.chance(0.5) ? { name: 'a', amount: amount(20) } : { name: 'p', percent: amount(60) }
  const rule: Tariff['rule'] = {
    decimal: random.pick([0, 2, 2, 2, 2, 3, 4]),
    convert_to_mile: random.chance(0.3),
    base_fare: amount(12),
    rate_per_unit_distance: amount(4),
    rate_per_hour: amount(60),
    min_fare: amount(random.chance(0.3) ? 60 : 15),
    free_wait: random.int(0, 10),
    waiting_rate_per_hour: amount(40),
    convenience_fees: amount(20),
    convenience_fee_type: random.pick(['flat', 'percentage']),
    tax_percent: random.chance(0.5) ? 0 : amount(30)
  }
  if (random.chance(0.15)) rule.zone_fixed = { name: 'Airport', amount: amount(80) }
  if (random.chance(0.4)) rule.zones = some(surcharge, 3)
  if (random.chance(0.4)) rule.windows = some(surcharge, 3)
  const inputs: Tariff['inputs'] = {
    distance_km: amount(120),
    secs: random.int(0, 14400),
    wait_secs: random.int(0, 3000)
  }
  if (random.chance(0.3)) inputs.stop_wait_secs = random.int(0, 2000)
  if (random.chance(0.3)) inputs.parcel_type = { description: 'Letter', amount: amount(10) }
  if (random.chance(0.3)) inputs.option = { description: 'Door', amount: amount(10) }
  if (random.chance(0.3)) {
    inputs.extras = some(() => ({ key: random.pick(['toll', 'parking', 'other', 'x']), amount: amount(25) }), 3)
  }
  return { rule, inputs }
}
