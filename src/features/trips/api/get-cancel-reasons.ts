import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

/** A reason that a rider may give for cancelling; drivers have their own. */
export type CancelReason = Pick<Tables<'cancel_reasons'>, 'id' | 'label'>

/** The reasons in their order. */
export async function getCancelReasons(): Promise<CancelReason[]> {
  return await unwrap(supabase.from('cancel_reasons').select('id,label').order('value'))
}

/** The reasons, loaded where they are wanted. */
export function useCancelReasons(isWanted: boolean) {
  return useSWR(isWanted ? 'cancel-reasons' : null, getCancelReasons, { revalidateOnFocus: false })
}
