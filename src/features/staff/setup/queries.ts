import type { MultiPolygon } from 'geojson'
import useSWR from 'swr'
import useSWRImmutable from 'swr/immutable'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { MapFacts } from './model/map-facts'

export const setupKey = 'firm-setup'
export const areaKey = 'service-area'

/** What is left to set up; only owners may read it. */
export const useSetup = () => useSWR(setupKey, () => unwrap(supabase.rpc('firm_setup')))

async function fetchFacts(path: string): Promise<MapFacts | null> {
  const response = await fetch(path)
  // For a missing file, many web servers return index.html with status 200.
  return response.ok && response.headers.get('content-type')?.includes('json') ? response.json() : null
}

/** What the map says about its town; null if it cannot be read, as of an older importer; undefined before. */
export function useMapFacts(): MapFacts | null | undefined {
  const { data, error } = useSWRImmutable('/region/town.json', fetchFacts)
  return data === undefined && error ? null : data
}

/** The area in which rides begin or end, as an owner has drawn it; null if it is the whole map. */
export const useServiceArea = () =>
  useSWR(areaKey, async () => {
    const { geojson } = await unwrap(supabase.rpc('service_area'))
    return geojson as unknown as MultiPolygon | null
  })
