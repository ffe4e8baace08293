import type { Booking, Extra } from '@/entities/booking'
import { fareLines } from '@/entities/fare'

/** An additional cost of a trip as its driver sees it. */
export interface ExtraLine {
  id: string
  key: string
  amount: number
  note: string | null
  clientKey: string
  /** How much of it counts at once. */
  counts: number
  /** Whether the driver entered it. */
  isOwn: boolean
  hasPhoto: boolean
}

type Unsent = Pick<Extra, 'id' | 'amount' | 'note' | 'client_key'> & { key: string }

const rounded = (value: number, decimal: number): number => Number(value.toFixed(decimal))

/**
 * Returns the extras with what counts of each. Of a driver's extras not yet sent, only as much counts as the quote leaves in
 * all; the server counts them in the same order.
 *
 * @param room how much of the driver's extras counts in all; null if the meter decides
 */
export function countsOf(
  known: readonly Extra[],
  unsent: readonly Unsent[],
  room: number | null,
  decimal: number
): ExtraLine[] {
  const lines = known.map(({ id, key, amount, note, client_key, countable_amount, by_role, photo }) => {
    return {
      id,
      key,
      amount,
      note,
      clientKey: client_key,
      counts: countable_amount ?? amount,
      isOwn: by_role === 'driver',
      hasPhoto: photo !== null
    }
  })
  let used = lines.reduce((sum, { counts, isOwn }) => sum + (isOwn ? counts : 0), 0)
  for (const { id, key, amount, note, client_key } of unsent) {
    const counts = room === null ? amount : Math.min(amount, Math.max(0, rounded(room - used, decimal)))
    used += counts
    lines.push({ id, key, amount, note, clientKey: client_key, counts, isOwn: true, hasPhoto: false })
  }
  return lines
}

/**
 * Returns the cash to collect at the end of a ride without a signal: what was left to pay of the quote, and what counts of its
 * extras, rounded half up to the smallest coin. Extras first take up what the quote filled up to the minimum fare.
 */
export function cashOf(
  { payable_amount, cash_rounding, fare_lines }: Pick<Booking, 'payable_amount' | 'cash_rounding' | 'fare_lines'>,
  lines: readonly Pick<ExtraLine, 'counts'>[],
  unit: number,
  decimal: number
): number {
  if (lines.length === 0) return payable_amount
  const minimum = fareLines(fare_lines).find(({ key }) => key === 'minimum_fare')?.amount ?? 0
  const extra = Math.max(0, lines.reduce((sum, { counts }) => sum + counts, 0) - minimum)
  const exact = rounded(payable_amount - cash_rounding + extra, decimal)
  return unit > 0 ? rounded(Math.floor(rounded(exact / unit + 0.5, 6)) * unit, decimal) : exact
}
