import type { MultiPolygon, Polygon } from 'geojson'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Json } from '@/types/database'
import type { Zone } from '../model'

/** Adds a zone, or replaces the one with this id; with the same id it is safe to repeat. */
export async function saveZone(zone: Omit<Zone, 'geojson'> & { geojson: Polygon | MultiPolygon }): Promise<void> {
  await unwrap(supabase.rpc('save_zone', { zone: zone as unknown as Json }))
}
