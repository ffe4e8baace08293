import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'
import type { Tables } from '@/types/database'

export type CancelReason = Pick<Tables<'cancel_reasons'>, 'id' | 'label' | 'value' | 'version'>

/** Also what riders and drivers choose from. */
export const reasonsKey = 'cancel-reason-rows'

async function getReasons(): Promise<CancelReason[]> {
  return unwrap(supabase.from('cancel_reasons').select('id, label, value, version').order('value'))
}

/** The reasons in their order; another desk's changes show by themselves. */
export function useReasons() {
  const reasons = useSWR(reasonsKey, getReasons)
  useBroadcast('catalogue', () => void reasons.mutate(), { events: ['cancel_reasons'] })
  return reasons
}

/** Adds a reason at the end; with the same id it is safe to repeat. */
export async function addReason({ id, label }: { id: string; label: string }): Promise<void> {
  await unwrap(supabase.from('cancel_reasons').upsert({ id, label }, { ignoreDuplicates: true }).select('id'))
}

/** Gives a reason other words, unless somebody else did since it was read. */
export async function renameReason({ id, label, version }: Omit<CancelReason, 'value'>): Promise<void> {
  await unwrap(supabase.from('cancel_reasons').update({ label, version }).eq('id', id).select('id').single())
}

/** Takes a reason away; the ones after it move up. Bookings keep the words they were cancelled with. */
export async function deleteReason(id: string): Promise<void> {
  await unwrap(supabase.from('cancel_reasons').delete().eq('id', id).select('id').single())
}

/** Puts the reasons in this order. */
export async function orderReasons(reasons: readonly CancelReason[]): Promise<void> {
  await unwrap(supabase.rpc('order_cancel_reasons', { ids: reasons.map(({ id }) => id) }))
}
