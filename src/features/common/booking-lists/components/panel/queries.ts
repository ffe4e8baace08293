import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
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

export const EXTRA_KINDS = ['toll', 'parking', 'other'] as const

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
