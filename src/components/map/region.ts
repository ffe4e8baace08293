import useSWRImmutable from 'swr/immutable'
import type { Bbox } from '@/lib/geo/geo'
import { seed } from '@/lib/loading/seed'
import { AppError } from '@/lib/server/errors'

/**
 * The description of the region whose map is installed. The map importer writes it beside the tiles, as `/region/region.json`.
 */
export interface Region {
  name: string
  bbox: Bbox
  center: [lng: number, lat: number]
  attribution: string
  osm_date: string
}

async function fetchRegion(path: string): Promise<Region> {
  const response = await fetch(path)
  const isJson = response.headers.get('content-type')?.includes('json')
  // Checks that the response is JSON: for a missing file, many web servers return index.html with status 200.
  if (!response.ok || !isJson) throw new AppError('network_error', { status: response.status })
  return response.json()
}

const PATH = '/region/region.json'

/** Requests the description of the region before the page renders, so that it arrives while the map's script loads. */
export const preloadRegion = (): Promise<unknown> => seed(PATH, fetchRegion)

/** Returns the SWR response with the description of the region whose map is installed. */
export function useRegion() {
  return useSWRImmutable(PATH, fetchRegion)
}
