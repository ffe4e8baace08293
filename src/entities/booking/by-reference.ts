import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Booking } from './model'

type FoundBooking = Pick<Booking, 'id' | 'reference' | 'status' | 'pickup_address' | 'drop_address'>

/** Maximum number of results: as many as a person can read at a glance. */
const LIMIT = 6

async function findByReference(reference: string): Promise<FoundBooking[]> {
  const columns = ['status', 'pickup_address', 'drop_address']
  return (await unwrap(supabase.rpc('list_bookings', { reference, page_size: LIMIT, columns }))).rows
}

/** Searches bookings by the beginning of their reference, for staff; null requests nothing. */
export function useBookingsByReference(reference: string | null) {
  return useSWR(reference && ['bookings-by-reference', reference], () => findByReference(reference ?? ''))
}
