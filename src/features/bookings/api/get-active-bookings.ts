import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import { ACTIVE_STATUSES, BOOKING_COLUMNS, type BookingRow, type Owner } from '../model'
import { listForStaff } from './list-for-staff'

/** More open bookings than one person has; the desk's list pages instead. */
const LIMIT = 50

/** Bookings in which something is still to happen, newest first. */
export async function getActiveBookings({ column, id }: Owner): Promise<BookingRow[]> {
  if (!column) return await listForStaff({ statuses: [...ACTIVE_STATUSES], page_size: LIMIT })
  const query = supabase
    .from('bookings')
    .select(BOOKING_COLUMNS)
    .in('status', [...ACTIVE_STATUSES])
  return await unwrap(
    query.eq(column, id).order('created_at', { ascending: false }).order('id', { ascending: false }).limit(LIMIT)
  )
}

/** The open bookings, asked for each `refreshInterval` ms (0: when told). */
export function useActiveBookings(owner: Owner, refreshInterval: number) {
  return useSWR(['bookings-active', owner.column, owner.id], () => getActiveBookings(owner), { refreshInterval })
}
