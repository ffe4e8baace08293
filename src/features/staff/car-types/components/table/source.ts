import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { containingAmong } from '@/lib/server/containing'
import { supabase } from '@/lib/server/supabase'
import type { CarTypeRow } from '../../model'

/** Reads car types, by default in the order that riders see. They are few, so pages are read by offset. */
export const carTypeSource: Source<CarTypeRow> = async ({ search, sort, filters }, { after, size }, signal) => {
  let rows = supabase.from('car_types').select()
  const pattern = containingAmong(search)
  if (search) rows = rows.or(`name.ilike.${pattern},extra_info.ilike.${pattern}`)
  const [category] = filters.category ?? []
  if (category) rows = rows.eq('category', category)
  const [kind] = filters.fee ?? []
  if (kind) rows = rows.eq('convenience_fee_type', kind)
  const [from, to] = filters.seats ?? []
  if (from) rows = rows.gte('seats', Number(from))
  if (to) rows = rows.lte('seats', Number(to))
  const start = Number(after ?? 0)
  const found = await unwrap(
    rows
      .order(sort?.column ?? 'sort_order', { ascending: sort?.isDown !== true })
      .order('name')
      .range(start, start + size - 1)
      .abortSignal(signal)
  )
  // Safe cast: check constraints of the table enforce the shape of the lists of parcel types, options and cancellation fees.
  return pageOf(found as unknown as CarTypeRow[], size, () => start + size)
}
