import type { MultiPolygon, Polygon } from 'geojson'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Json } from '@/types/database'
import type { Zone } from './model'

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
