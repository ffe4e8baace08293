import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { bookingKeys } from './keys'

const MARK = 'returning: '

/** Reads the reason that was given for sending a parcel back to its sender; null if there is none. */
async function getReturnReason(bookingId: string): Promise<string | null> {
  const rows = await unwrap(
    supabase.from('booking_events').select('note').eq('booking_id', bookingId).like('note', `${MARK}%`).limit(1)
  )
  return rows[0]?.note?.slice(MARK.length) ?? null
}

export function useReturnReason(bookingId: string) {
  return useSWR(bookingKeys.returnReason(bookingId), ([, id]) => getReturnReason(id), { revalidateOnFocus: false })
}
