import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/api'
import { containing } from '@/lib/containing'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

export type CancelReason = Pick<Tables<'cancel_reasons'>, 'id' | 'label' | 'audience' | 'value' | 'version'>

/** Who may choose a reason. */
export const AUDIENCES = ['everybody', 'rider', 'staff'] as const

const COLUMNS = 'id, label, audience, value, version'

/** Reads the cancel reasons a page at a time, in their order. They are few, so pages are read by position (offset). */
export const reasonSource: Source<CancelReason> = async ({ search, sort }, { after, size }, signal) => {
  const from = Number(after ?? 0)
  const rows = await unwrap(
    supabase
      .from('cancel_reasons')
      .select(COLUMNS)
      .ilike('label', containing(search))
      .order(sort?.column === 'label' ? 'label' : 'value', { ascending: sort?.isDown !== true })
      .range(from, from + size - 1)
      .abortSignal(signal)
  )
  return pageOf(rows, size, () => from + size)
}

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
