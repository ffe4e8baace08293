import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

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
