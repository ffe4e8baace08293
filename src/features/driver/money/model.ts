import { addDays, monthOf, type Period } from '@/lib/time/days'

/**
 * The driver's amounts of a day, a trip or a period. Their signs are those of the ledger: deductions and collected cash are
 * negative.
 */
export interface Amounts {
  fares: number
  tips: number
  cash: number
  tax: number
  fleet_part: number
  fees: number
  /** Charges of the office, such as rent, that belong to no trip. */
  charges?: number
  other: number
}

const NAMES = ['fares', 'tips', 'fees', 'fleet_part', 'tax', 'charges', 'other', 'cash'] as const

/** Amounts are added as whole thousandths, which is exact in every currency. */
const EXACT = 1000

const none = { fares: 0, tips: 0, cash: 0, tax: 0, fleet_part: 0, fees: 0, charges: 0, other: 0 }

export function sumOf(rows: readonly Amounts[]): Required<Amounts> {
  const sum = { ...none }
  for (const name of NAMES) {
    sum[name] = rows.reduce((total, row) => total + Math.round((row[name] ?? 0) * EXACT), 0) / EXACT
  }
  return sum
}

/** What the driver keeps, in the wallet or in cash. */
export const earnedOf = ({ fares, tips, fees, fleet_part, tax, charges = 0, other }: Amounts): number =>
  Math.round((fares + tips + fees + fleet_part + tax + charges + other) * EXACT) / EXACT

export const SPANS = ['day', 'week', 'month'] as const
export type Span = (typeof SPANS)[number]

/**
 * The number of a day's weekday; Monday is 0, because the weeks of statements and payouts begin on Monday, whatever the
 * reader's locale.
 */
const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** The day, week or month (`span`) that contains a day. */
export function periodOf(span: Span, day: string): Period {
  if (span === 'day') return { from: day, to: day }
  if (span === 'month') return monthOf(day)
  const from = addDays(day, -weekday(day))
  return { from, to: addDays(from, 6) }
}

/** Returns a day of the next period (`by` 1) or the previous one (-1). */
export function stepped(span: Span, day: string, by: 1 | -1): string {
  const { from, to } = periodOf(span, day)
  return by < 0 ? addDays(from, -1) : addDays(to, 1)
}

/** Returns every day of a period, in order. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** A driver is warned if the fees of this many more cash trips would make the balance negative. */
const AHEAD = 3

/** Whether the fees of `AHEAD` more cash trips, at the average of the cash trips given, would make the balance negative. */
export function isNearZero(balance: number, trips: readonly (Amounts & { trip_cost: number | null })[]): boolean {
  const fees = trips.flatMap(({ trip_cost, fares, cash }) => (cash < 0 && trip_cost ? trip_cost - fares : []))
  if (fees.length === 0) return false
  return balance < (fees.reduce((sum, fee) => sum + fee, 0) / fees.length) * AHEAD
}
