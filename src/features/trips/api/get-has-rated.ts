import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** Whether a person has given stars for a booking. One's own are readable at once, the other side's later. */
export async function getHasRated(bookingId: string, personId: string): Promise<boolean> {
  const rows = await unwrap(
    supabase.from('ratings').select('stars').eq('booking_id', bookingId).eq('from_id', personId).limit(1)
  )
  return rows.length > 0
}

/** The key under which the answer is kept. */
export const hasRatedKey = (bookingId: string) => ['has-rated', bookingId] as const

/** Not asked for without a person. */
export function useHasRated(bookingId: string, personId: string | null) {
  return useSWR(personId ? hasRatedKey(bookingId) : null, () => getHasRated(bookingId, personId ?? ''))
}
