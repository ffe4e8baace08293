import { preload } from 'swr'
import useSWRImmutable from 'swr/immutable'
import { AppError } from '@/lib/errors'
import type { Bbox } from '@/lib/geo'

/** `/region/region.json`, written by the importer beside the tiles. */
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
  // A page server answers unknown paths with index.html and 200.
  if (!response.ok || !isJson) throw new AppError('network_error', { status: response.status })
  return response.json()
}

const PATH = '/region/region.json'

/** Sends the request before rendering, so that it runs while the map's script loads. */
export const preloadRegion = () => void preload(PATH, fetchRegion).catch(() => {})

/** The area of the embedded map. */
export function useRegion() {
  return useSWRImmutable(PATH, fetchRegion)
}
