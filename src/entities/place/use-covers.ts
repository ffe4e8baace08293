import { useRegion } from '@/components/map'
import type { LatLng } from '@/lib/geo'

/** Whether a point is within the map's region; true while that is unknown. */
export function useCovers(): (point: LatLng) => boolean {
  const { data: region } = useRegion()
  return ({ lat, lng }) => {
    if (!region) return true
    const [west, south, east, north] = region.bbox
    return lng >= west && lng <= east && lat >= south && lat <= north
  }
}
