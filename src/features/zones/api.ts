import type { MultiPolygon, Polygon } from 'geojson'
import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Json } from '@/types/database'
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
  // Safe cast: the table's checks enforce the shape of the columns.
  return rows as unknown as Zone[]
}

/** The operator's zones by name. */
export function useZones() {
  return useSWR('zones', getZones)
}

/** Deletes a zone; quotes that included it keep their price. */
export async function deleteZone(id: string): Promise<void> {
  // Deleting a row hidden by a policy gives no error, so the response must contain the row.
  await unwrap(supabase.from('zones').delete().eq('id', id).select('id').single())
}

/**
 * Adds a zone, or replaces the one with this id; repeating the call has no further effect. If two people change a zone at the
 * same time, the second one gets `version_conflict`.
 */
export async function saveZone(
  zone: Omit<Zone, 'geojson' | 'version'> & { geojson: Polygon | MultiPolygon; version?: number }
): Promise<void> {
  await unwrap(supabase.rpc('save_zone', { zone: zone as unknown as Json }))
}
