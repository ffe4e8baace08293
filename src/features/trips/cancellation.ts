import type { Booking } from '@/entities/booking'

/** One step of a car type's cancellation fees. */
export interface CancelSlab {
  mins_delayed: number
  amount: number
}

/** What cancelling costs now, and until when it is free. */
export interface CancelTerms {
  fee: number
  /** Milliseconds since the epoch; null when there is no such moment or it has passed. */
  freeUntil: number | null
}

/**
 * Why a driver gives a trip back. Fixed, where the riders' reasons are the operator's: dispatch acts on them no
 * differently, and each is worded so that a rider may read it too.
 */
export const DRIVER_REASONS = [
  'driver_car_trouble',
  'driver_late',
  'driver_pickup_unreachable',
  'driver_emergency',
  'driver_something_else'
] as const

/** Reads slabs out of their JSON column. */
export function cancelSlabs(value: unknown): CancelSlab[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (slab): slab is CancelSlab =>
      typeof slab === 'object' &&
      slab !== null &&
      typeof slab.mins_delayed === 'number' &&
      typeof slab.amount === 'number'
  )
}

/**
 * The fee a rider pays who cancels now: the slab with the highest `mins_delayed` below the minutes
 * since the later of acceptance and the start of a scheduled trip's lead time. Free before acceptance.
 * The server decides; this is what the button says beforehand.
 */
export function cancelTerms(
  booking: Pick<Booking, 'status' | 'accepted_at' | 'trip_at' | 'book_later'>,
  slabs: CancelSlab[],
  leadMinutes: number,
  now: number
): CancelTerms {
  if ((booking.status !== 'ACCEPTED' && booking.status !== 'ARRIVED') || !booking.accepted_at) {
    return { fee: 0, freeUntil: null }
  }
  const lead = booking.book_later ? Date.parse(booking.trip_at) - leadMinutes * 60_000 : 0
  const since = Math.max(Date.parse(booking.accepted_at), lead)
  const minutes = (now - since) / 60_000
  const sorted = [...slabs].sort((a, b) => a.mins_delayed - b.mins_delayed)
  const due = sorted.filter((slab) => slab.mins_delayed < minutes).at(-1)
  const first = sorted.find((slab) => slab.amount > 0)
  if (due) return { fee: due.amount, freeUntil: null }
  return { fee: 0, freeUntil: first ? since + first.mins_delayed * 60_000 : null }
}
