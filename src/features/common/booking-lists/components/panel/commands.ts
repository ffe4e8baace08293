import type { Booking } from '@/entities/booking'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { EXTRA_KINDS } from './queries'

/**
 * Withdraws the desk's offer to one driver. Without `driverId` it withdraws all offers of this booking that the desk has made.
 *
 * @throws AppError `wrong_status` once the offer was accepted
 */
export const withdrawOffer = async (bookingId: string, driverId?: string): Promise<Booking> =>
  await unwrap(supabase.rpc('withdraw_offer', { booking_id: bookingId, driver_id: driverId ?? null }))

/**
 * Sends a message to the driver's screen. Calls with the same key send it only once.
 *
 * @throws AppError `demo_mode`, `message_invalid`, …
 */
export const messageDriver = async (bookingId: string, message: string, client_key: string): Promise<true> => {
  await unwrap(supabase.rpc('message_driver', { booking_id: bookingId, message, client_key }))
  return true
}

export interface Refund {
  amount: number
  reason: string
  /** Whether the refund is taken from the driver's earnings, as far as these are sufficient. */
  fromDriver: boolean
}

/** Refunds the rider. Calls with the same key refund only once. @throws AppError `needs_approval`, `refund_too_high`, … */
export const refundBooking = async (bookingId: string, { amount, reason, fromDriver }: Refund, client_key: string) =>
  await unwrap(
    supabase.rpc('refund_booking', { booking_id: bookingId, amount, reason, reclaim_share: fromDriver, client_key })
  )

export type ExtraKind = (typeof EXTRA_KINDS)[number]

export interface NewExtra {
  kind: ExtraKind
  amount: number
  note: string
}

/** Adds a cost of the trip, such as a toll. */
export const addExtra = async (bookingId: string, { kind, amount, note }: NewExtra, client_key: string) =>
  await unwrap(supabase.rpc('add_extra', { booking_id: bookingId, key: kind, amount, note: note || null, client_key }))

export const removeExtra = async (id: string, reason: string): Promise<Booking> =>
  await unwrap(supabase.rpc('remove_extra', { id, reason }))

/** Offers several bookings, each to its own driver. Returns for each booking id true or an error key. */
export async function assignDrivers(
  wanted: readonly { bookingId: string; driverId: string }[]
): Promise<Record<string, string | true>> {
  const rows = await unwrap(
    supabase.rpc('assign_drivers', {
      assignments: wanted.map(({ bookingId, driverId }) => ({ booking_id: bookingId, driver_id: driverId }))
    })
  )
  return Object.fromEntries(
    rows.map(({ booking_id, assigned, message }) => [booking_id ?? '', assigned === true || (message ?? 'unknown')])
  )
}

/** Sets the right price. Calls with the same key correct it only once. @throws AppError `needs_approval`, `refund_too_high`, … */
export const correctFare = async (bookingId: string, amount: number, reason: string, client_key: string) =>
  await unwrap(supabase.rpc('correct_fare', { booking_id: bookingId, amount, reason, client_key }))

export interface NewRequest {
  kind: 'toll' | 'damage'
  amount: number
  reason: string
}

/** Asks the rider of a paid ride for money. Calls with the same key ask only once. */
export const requestPayment = async (bookingId: string, { kind, amount, reason }: NewRequest, client_key: string) =>
  await unwrap(supabase.rpc('request_payment', { booking_id: bookingId, kind, amount, reason, client_key }))

export const withdrawRequest = async (id: string) => await unwrap(supabase.rpc('withdraw_payment_request', { id }))
