import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Zone } from '../model'

/** More areas than one map says anything with. */
const LIMIT = 500

async function getZones(): Promise<Zone[]> {
  const rows = await unwrap(
    supabase
      .from('zones')
      .select('id, name, kind, amount, percent, applies_to, car_type_id, active, geojson')
      .order('name')
      .order('id')
      .limit(LIMIT)
  )
  // What the columns may hold is checked by the table.
  return rows as unknown as Zone[]
}

/** The operator's zones by name. */
export function useZones() {
  return useSWR('zones', getZones)
}
