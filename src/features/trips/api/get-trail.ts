import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** The way a trip went, as far as it was recorded. */
export interface Trail {
  /** Encoded, precision 5; empty where nothing was recorded. */
  polyline: string
  /** Silences over a minute, in seconds. */
  gaps: { secs: number }[]
}

/** @throws AppError `booking_not_found`, `must_login` */
export async function getTrail(bookingId: string): Promise<Trail> {
  return (await unwrap(supabase.rpc('trip_trail', { booking_id: bookingId }))) as unknown as Trail
}

/** The trail of a trip that is over, which does not change any more; not asked for with a null id. */
export function useTrail(bookingId: string | null) {
  return useSWR(bookingId ? ['trip-trail', bookingId] : null, ([, id]) => getTrail(id), {
    revalidateOnFocus: false,
    revalidateIfStale: false
  })
}
