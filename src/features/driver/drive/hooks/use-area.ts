import { useRegion } from '@/components/map'
import { env } from '@/config/env'
import { useSettings } from '@/entities/settings'

const KM_PER_MILE = 1.609344

/** The service area in words, and the radius of the search for drivers. */
export interface Area {
  /** Null if the area has no name: with Mapbox it is the whole world. */
  name: string | null
  /** The radius within which drivers are searched for a ride (km). */
  reachKm: number
}

/** Returns the service area and the radius of the search for drivers. */
export function useArea(): Area {
  const { settings } = useSettings()
  const { data: region } = useRegion()
  const reachKm = (settings?.driver_radius ?? 0) * (settings?.convert_to_mile ? KM_PER_MILE : 1)
  return { name: env.mapboxToken ? null : (region?.name ?? null), reachKm }
}
