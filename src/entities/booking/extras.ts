import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'

/** An additional cost of a trip, such as a toll, that counts towards its fare. */
export type Extra = Pick<
  Tables<'booking_extras'>,
  | 'id'
  | 'key'
  | 'amount'
  | 'note'
  | 'client_key'
  | 'by_role'
  | 'countable_amount'
  | 'undecided_amount'
  | 'photo'
  | 'approved'
  | 'decision'
  | 'request_id'
>

const none: Extra[] = []

/** A trip's extras; they are requested again whenever the status changes. Undefined until then; a null id requests nothing. */
export function useKnownExtras(bookingId: string | null, status: string): Extra[] | undefined {
  return useSWR(bookingId ? bookingKeys.extras(bookingId, status) : null, ([, id]) => getExtras(id)).data
}

export const useExtras = (bookingId: string | null, status: string): Extra[] =>
  useKnownExtras(bookingId, status) ?? none

const getExtras = async (bookingId: string): Promise<Extra[]> =>
  await unwrap(
    supabase
      .from('booking_extras')
      .select(
        'id,key,amount,note,client_key,by_role,countable_amount,undecided_amount,photo,approved,decision,request_id'
      )
      .eq('booking_id', bookingId)
      .is('removed_at', null)
      .order('created_at')
  )

/**
 * The operator pays the driver a part of an extra that did not count.
 *
 * @param ask whether the rider of a paid ride is asked to pay it, with the reason
 * @throws AppError `needs_approval`, `extra_decided`
 */
export async function decideExtra(id: string, amount: number, reason: string, ask: boolean) {
  return await unwrap(supabase.rpc('decide_extra', { id, amount, ask, ...(reason && { reason }) }))
}
