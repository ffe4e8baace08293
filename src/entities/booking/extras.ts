import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'

/** A counted extra. */
type Extra = Pick<Tables<'booking_extras'>, 'id' | 'key' | 'amount' | 'note' | 'client_key'>

const none: Extra[] = []

/** A trip's extras, reloaded for each new status. */
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
