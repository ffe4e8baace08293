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
  // Safe cast: check constraints of the table enforce the values of the columns.
  return rows as unknown as Zone[]
}

/** Returns the operator's zones by name. */
export function useZones() {
  return useSWR('zones', getZones)
}

/** Deletes a zone. Quotes in which the zone changed the price keep that price. */
export async function deleteZone(id: string): Promise<void> {
  // If a policy hides the row, deleting it gives no error. The deleted row is requested, so that this case fails.
  await unwrap(supabase.from('zones').delete().eq('id', id).select('id').single())
}

/**
 * Adds a zone, or replaces the zone with this id. Repeating the call has no further effect.
 *
 * @throws AppError `version_conflict` if another person has changed the zone since `version`
 */
export async function saveZone(
  zone: Omit<Zone, 'geojson' | 'version'> & { geojson: Polygon | MultiPolygon; version?: number }
): Promise<void> {
  await unwrap(supabase.rpc('save_zone', { zone: zone as unknown as Json }))
}
