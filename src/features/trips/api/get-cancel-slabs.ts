import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { CancelSlab } from '../cancellation'
import { cancelSlabs } from '../cancellation'

/** A car type's cancellation fees. */
export async function getCancelSlabs(carTypeId: string): Promise<CancelSlab[]> {
  const rows = await unwrap(supabase.from('car_types').select('cancel_slab').eq('id', carTypeId).limit(1))
  return cancelSlabs(rows[0]?.cancel_slab)
}

/** The fees, loaded where cancelling may cost something. */
export function useCancelSlabs(carTypeId: string | null) {
  return useSWR(carTypeId ? ['cancel-slabs', carTypeId] : null, ([, id]) => getCancelSlabs(id), {
    revalidateOnFocus: false
  })
}
