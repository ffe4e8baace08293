import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/api'
import { containing } from '@/lib/containing'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

export type CancelReason = Pick<Tables<'cancel_reasons'>, 'id' | 'label' | 'value' | 'version'>

const COLUMNS = 'id, label, value, version'

/** The reasons in their order. They are few, so where a page begins is counted. */
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

/** Adds a reason at the end; with the same id it is safe to repeat. */
export async function addReason(label: string, id: string): Promise<void> {
  await unwrap(supabase.from('cancel_reasons').upsert({ id, label }, { ignoreDuplicates: true }).select('id'))
}

/** Gives a reason other words, unless somebody else did since it was read. */
export const renameReason = async ({ id, version }: CancelReason, label: string): Promise<CancelReason> =>
  unwrap(supabase.from('cancel_reasons').update({ label, version }).eq('id', id).select(COLUMNS).single())

/** Takes a reason away; the ones after it move up. Bookings keep the words they were cancelled with. */
export async function deleteReason({ id }: Pick<CancelReason, 'id'>): Promise<void> {
  await unwrap(supabase.from('cancel_reasons').delete().eq('id', id).select('id').single())
}

/** Puts the reasons in this order. */
export const orderReasons = async (reasons: readonly CancelReason[]) =>
  unwrap(supabase.rpc('order_cancel_reasons', { ids: reasons.map(({ id }) => id) }))
