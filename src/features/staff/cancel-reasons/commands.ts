import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { type CancelReason, COLUMNS } from './queries'

/** Adds a reason at the end. Calls with the same id add it only once. */
export async function addReason(label: string, id: string): Promise<void> {
  await unwrap(supabase.from('cancel_reasons').upsert({ id, label }, { ignoreDuplicates: true }).select('id'))
}

/** Changes a reason; refused if someone else has changed it since it was read. */
export const changeReason = async (
  { id, version }: CancelReason,
  change: Partial<Pick<CancelReason, 'label' | 'audience'>>
): Promise<CancelReason> =>
  unwrap(
    supabase
      .from('cancel_reasons')
      .update({ ...change, version })
      .eq('id', id)
      .select(COLUMNS)
      .single()
  )

/** Deletes a reason. The reasons after it move up. Cancelled bookings keep the text of their reason. */
export async function deleteReason({ id }: Pick<CancelReason, 'id'>): Promise<void> {
  await unwrap(supabase.from('cancel_reasons').delete().eq('id', id).select('id').single())
}

/** Saves a new order of the reasons. */
export const orderReasons = async (reasons: readonly CancelReason[]) =>
  unwrap(supabase.rpc('order_cancel_reasons', { ids: reasons.map(({ id }) => id) }))
