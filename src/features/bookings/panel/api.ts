import type { Booking } from '@/entities/booking'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Database, Tables } from '@/types/database'

/** A driver for a booking: whether the desk may offer the booking to the driver (`assignable`), and if not, the `reason`. */
export type AssignableDriver = Omit<Composite, 'driver_id' | 'assignable'> & { driver_id: string; assignable: boolean }
type Composite = Database['public']['CompositeTypes']['assignable_driver']

/**
 * Reads up to 50 drivers for a booking: first those to whom it can be offered, then the others. Both groups are sorted by
 * distance.
 *
 * @throws AppError `wrong_status`, …
 */
export const getAssignableDrivers = async (bookingId: string, search: string): Promise<AssignableDriver[]> =>
  (await unwrap(supabase.rpc('assignable_drivers', { booking_id: bookingId, search: search || null })))
    .rows as AssignableDriver[]

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

/** An offer of a booking that a driver can answer now. */
export interface OpenOffer {
  driver_id: string
  /** Number of the wave (group of drivers who got offers together); 0 for an offer by the desk. */
  wave: number
  expires_at: string
  drivers: { profiles: { first_name: string; last_name: string } | null } | null
}

/** Reads the open offers of a booking; the offer that expires last comes first. */
export async function getOpenOffers(bookingId: string): Promise<OpenOffer[]> {
  return await unwrap(
    supabase
      .from('booking_offers')
      .select('driver_id,wave,expires_at,drivers(profiles!drivers_id_fkey(first_name,last_name))')
      .eq('booking_id', bookingId)
      .eq('status', 'open')
      .order('expires_at', { ascending: false })
      .overrideTypes<OpenOffer[], { merge: false }>()
  )
}

/** When the search for a driver ends and the booking is cancelled. */
export async function getSearchEnd(bookingId: string): Promise<string> {
  return await unwrap(supabase.rpc('search_ends', { booking_id: bookingId }))
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

export const EXTRA_KINDS = ['toll', 'parking', 'other'] as const
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

/** An additional cost of a trip, such as a toll, that was not removed. */
export type Extra = Pick<Tables<'booking_extras'>, 'id' | 'key' | 'amount' | 'note' | 'by_role'>

export const getExtras = async (bookingId: string): Promise<Extra[]> =>
  await unwrap(
    supabase
      .from('booking_extras')
      .select('id,key,amount,note,by_role')
      .eq('booking_id', bookingId)
      .is('removed_at', null)
      .neq('key', 'route_change')
      .order('created_at')
  )

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

/** A fare that the server has computed again from the stored data. */
export interface Replayed {
  lines: unknown
  trip_cost: number
  driver_share: number
  convenience_fees: number
}

/** A correction of the fare by the desk, and what became of it. */
export interface Correction {
  at: string
  amount_before: number
  amount_after: number
  returned: number
  asked: number | null
  status: 'changed' | 'returned' | 'open' | 'accepted' | 'declined' | 'withdrawn'
  reason: string
}

export interface Explained {
  version: number | null
  flags: string[] | null
  tax: { amount?: number } | null
  quote: Replayed | null
  final: Replayed | null
  total: number | null
  replays: boolean | null
  corrections: Correction[] | null
  /** The price after what changed since the payment; null if nothing did. */
  now: { trip_cost: number; discount: number; tax: number; driver_share: number; convenience_fees: number } | null
}

export const explainFare = async (bookingId: string): Promise<Explained> =>
  (await unwrap(supabase.rpc('explain_fare', { booking_id: bookingId }))) as unknown as Explained

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
