import { unwrap } from '@/lib/api'
import { storedMobile } from '@/lib/phones'
import { supabase } from '@/lib/supabase'

/** The taximeter's reading for a street trip (a trip without a booking). */
export interface StreetFare {
  distance_km: number
  secs: number
  trip_cost: number
}

/** A further way: its distance (km) and time (s). */
export interface WayAhead {
  km: number
  secs: number
}

/** Reads the meter; with a way ahead, what it will show after that. */
export const getStreetFare = async (booking_id: string, ahead?: WayAhead): Promise<StreetFare> =>
  (await unwrap<unknown>(
    supabase.rpc('street_fare', { booking_id, ...(ahead && { ahead_km: ahead.km, ahead_secs: ahead.secs }) })
  )) as StreetFare

/**
 * Sends the receipt of a street trip to the passenger's phone by text message.
 *
 * @returns The number to which it goes.
 * @throws AppError `mobile_no_blank_error`, `too_many_requests`, …
 */
export async function sendStreetReceipt(booking_id: string, typed: string): Promise<string> {
  const mobile = (await storedMobile(typed)) || typed
  await unwrap(supabase.rpc('send_street_receipt', { booking_id, mobile }))
  return mobile
}

/**
 * Switches a street trip to payment by card. Returns the token of the page on which the passenger pays. Further calls return
 * the same token.
 *
 * @throws AppError `wrong_status`, …
 */
export const askStreetCard = (booking_id: string): Promise<string> =>
  unwrap(supabase.rpc('ask_street_card', { booking_id }))
