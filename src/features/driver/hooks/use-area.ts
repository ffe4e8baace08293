import { useCallback } from 'react'
import { useRegion } from '@/components/map'
import { env } from '@/config/env'
import { useSettings } from '@/entities/settings'
import { type Bbox, distanceKm, type LatLng } from '@/lib/geo'

const KM_PER_MILE = 1.609344

/** How far a place is from a box, in kilometres; 0 inside. */
export function kmFromBox(place: LatLng, [west, south, east, north]: Bbox): number {
  const lat = Math.min(north, Math.max(south, place.lat))
  const lng = Math.min(east, Math.max(west, place.lng))
  return distanceKm(place, { lat, lng })
}

/** Where trips begin, and whether a driver is too far from there to be offered any. */
export interface Area {
  /** Its name; null where there is no such area: with Mapbox the whole world is one. */
  name: string | null
  /** How far around it drivers are looked for. */
  reachKm: number
  isOutside: (place: LatLng) => boolean
}

/** The region that this site serves, with the radius in which drivers are looked for. */
export function useArea(): Area {
  const { settings } = useSettings()
  const { data: region } = useRegion()
  const bbox = env.mapboxToken ? undefined : region?.bbox
  const reachKm = (settings?.driver_radius ?? 0) * (settings?.convert_to_mile ? KM_PER_MILE : 1)
  const isOutside = useCallback(
    (place: LatLng) => bbox !== undefined && settings !== undefined && kmFromBox(place, bbox) > reachKm,
    [bbox, settings, reachKm]
  )
  return { name: bbox ? (region?.name ?? null) : null, reachKm, isOutside }
}
