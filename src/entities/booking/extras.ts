import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'

/** An additional cost of a trip, such as a toll, that counts towards its fare. */
type Extra = Pick<Tables<'booking_extras'>, 'id' | 'key' | 'amount' | 'note' | 'client_key'>

const none: Extra[] = []

/** A trip's extras; they are requested again whenever the status changes. */
export function useExtras(bookingId: string, status: string): Extra[] {
  const { data } = useSWR(bookingKeys.extras(bookingId, status), ([, id]) => getExtras(id))
  return data ?? none
}

const getExtras = async (bookingId: string): Promise<Extra[]> =>
  await unwrap(
    supabase
      .from('booking_extras')
      .select('id,key,amount,note,client_key')
      .eq('booking_id', bookingId)
      .is('removed_at', null)
      .order('created_at')
  )
