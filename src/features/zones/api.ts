import type { MultiPolygon, Polygon } from 'geojson'
import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Json } from '@/types/database'
import type { Zone } from './model'

/** More areas than one map says anything with. */
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
  // What the columns may hold is checked by the table.
  return rows as unknown as Zone[]
}

/** The operator's zones by name. */
export function useZones() {
  return useSWR('zones', getZones)
}

/** Takes a zone away for good; quotes that counted it keep their price. */
export async function deleteZone(id: string): Promise<void> {
  // A row that policies hide is deleted without an error: the answer says whether there was one.
  await unwrap(supabase.from('zones').delete().eq('id', id).select('id').single())
}

/**
 * Adds a zone, or replaces the one with this id; with the same id it is safe to repeat. Of two people who change one zone at
 * once the second hears `version_conflict`.
 */
export async function saveZone(
  zone: Omit<Zone, 'geojson' | 'version'> & { geojson: Polygon | MultiPolygon; version?: number }
): Promise<void> {
  await unwrap(supabase.rpc('save_zone', { zone: zone as unknown as Json }))
}
