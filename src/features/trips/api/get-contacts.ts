import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

/** How the two parties of a booking reach one another. */
export type Contacts = Pick<Tables<'booking_contacts'>, 'customer_contact' | 'guest_phone' | 'driver_contact'>

/** A booking's contacts; null where they are closed to the caller, as they are half an hour after paying. */
export async function getContacts(bookingId: string): Promise<Contacts | null> {
  const rows = await unwrap(
    supabase
      .from('booking_contacts')
      .select('customer_contact,guest_phone,driver_contact')
      .eq('booking_id', bookingId)
      .limit(1)
  )
  return rows[0] ?? null
}

/** The contacts again for each new status and driver; not asked for with a null id. */
export function useContacts(bookingId: string | null, status: string, driverId: string | null) {
  return useSWR(bookingId ? ['booking-contacts', bookingId, status, driverId] : null, ([, id]) => getContacts(id))
}
