import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** What a rider wrote in an own booking: the guest's number, the recipient of a parcel, and the notes. */
export interface OwnOrder {
  booking_id: string
  guest_phone: string | null
  delivery_person: string | null
  delivery_person_phone: string | null
  pick_up_instructions: string | null
  delivery_instructions: string | null
}

async function getOwnOrders(ids: readonly string[]): Promise<OwnOrder[]> {
  return (await unwrap(supabase.rpc('own_orders', { booking_ids: [...ids] }))) as OwnOrder[]
}

/** Reads what the caller wrote in a booking; null if it is not the caller's, or no longer stored. */
export const getOwnOrder = async (id: string): Promise<OwnOrder | null> => (await getOwnOrders([id]))[0] ?? null

/** What the caller wrote in these bookings; nothing is requested for an empty list. */
export const useOwnOrders = (ids: readonly string[]) =>
  useSWR(ids.length > 0 ? (['own-orders', ...ids] as const) : null, ([, ...own]) => getOwnOrders(own))
