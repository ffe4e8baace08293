import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { containing } from '@/lib/server/containing'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'

export type CancelReason = Pick<Tables<'cancel_reasons'>, 'id' | 'label' | 'audience' | 'value' | 'version'>

/** Who may choose a reason. */
export const AUDIENCES = ['everybody', 'rider', 'staff'] as const

export const COLUMNS = 'id, label, audience, value, version'

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
