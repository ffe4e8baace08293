import useSWR, { useSWRConfig } from 'swr'
import { unwrap } from '@/lib/api'
import { AppError } from '@/lib/errors'
import { pollWithout } from '@/lib/live'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'
import { type Booking, isOver } from '../model'

/**
 * One booking as the caller may read it; for staff by their list, which logs who looked.
 *
 * @throws AppError `not_found` for a booking that is not there or not the caller's
 */
export async function getBooking(id: string, forStaff = false): Promise<Booking> {
  const rows = await unwrap(
    forStaff
      ? supabase.rpc('list_bookings', { booking_id: id })
      : supabase.from('bookings').select('*').eq('id', id).limit(1)
  )
  const booking = rows[0]
  if (!booking) throw new AppError('not_found')
  return booking
}

/** The booking, kept fresh by its topic, and by asking now and then while the topic is out of reach. */
export function useBooking(id: string, forStaff: boolean) {
  const { mutate } = useSWRConfig()
  const channel = useBroadcast(`booking:${id}`, () => void mutate(['booking', id]), { events: ['status', 'booking'] })
  return useSWR(['booking', id], () => getBooking(id, forStaff), {
    refreshInterval: (booking) => pollWithout(channel, !booking || !isOver(booking.status))
  })
}
