import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Zone } from './model'

/** Maximum number of zones to read: more than a map can usefully show. */
const LIMIT = 500

async function getZones(): Promise<Zone[]> {
  const rows = await unwrap(
    supabase
      .from('zones')
      .select('id, name, kind, amount, percent, applies_to, car_type_id, active, geojson, version')
      .order('name')
      .order('id')
      .limit(LIMIT)
  )
  // Safe cast: check constraints of the table enforce the values of the columns.
  return rows as unknown as Zone[]
}

/** Returns the operator's zones by name. */
export function useZones() {
  return useSWR('zones', getZones)
}
