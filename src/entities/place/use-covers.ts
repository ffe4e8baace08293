import { useRegion } from '@/components/map'
import type { LatLng } from '@/lib/geo/geo'

/** Returns a function that tells whether a point is within the map's region; true while the region is unknown. */
export function useCovers(): (point: LatLng) => boolean {
  const { data: region } = useRegion()
  return ({ lat, lng }) => {
    if (!region) return true
    const [west, south, east, north] = region.bbox
    return lng >= west && lng <= east && lat >= south && lat <= north
  }
}
