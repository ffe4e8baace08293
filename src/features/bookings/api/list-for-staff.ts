import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Database } from '@/types/database'
import { BOOKING_COLUMNS, type BookingRow } from '../model'

/** Bookings as staff lists them: all for admins, the fleet's for its admin; the database logs who read how many. */
export async function listForStaff(
  filter: Database['public']['Functions']['list_bookings']['Args']
): Promise<BookingRow[]> {
  return await unwrap(supabase.rpc('list_bookings', filter).select(BOOKING_COLUMNS))
}
