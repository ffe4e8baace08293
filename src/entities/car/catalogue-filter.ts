import type { Filter } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { containing } from '@/lib/server/containing'
import { supabase } from '@/lib/server/supabase'

/** Maximum number of choices; to find others, the person types more of the name. */
const CHOICES = 20

/** Defines a table filter by one car type or zone, which is found by its name. */
export function catalogueFilter(
  id: string,
  label: string,
  table: 'car_types' | 'zones',
  words: { ask: string; none: string }
): Filter {
  return {
    id,
    label,
    kind: 'person',
    words,
    find: async (text, signal) => {
      const rows = await unwrap(
        supabase
          .from(table)
          .select('id, name')
          .ilike('name', containing(text))
          .order('name')
          .limit(CHOICES)
          .abortSignal(signal)
      )
      return rows.map((row) => ({ value: row.id, label: row.name }))
    },
    nameOf: async (value) => {
      const [row] = await unwrap(supabase.from(table).select('name').eq('id', value).limit(1))
      return row?.name ?? '–'
    }
  }
}
