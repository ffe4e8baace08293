import { useRegion } from '@/components/map'
import { env } from '@/config/env'
import { useSettings } from '@/entities/settings'

const KM_PER_MILE = 1.609344

/** Where trips begin, in words. */
export interface Area {
  /** Its name; null where there is no such area: with Mapbox the whole world is one. */
  name: string | null
  /** How far around it drivers are looked for. */
  reachKm: number
}

/** The region that this site serves, with the radius in which drivers are looked for. */
export function useArea(): Area {
  const { settings } = useSettings()
  const { data: region } = useRegion()
  const reachKm = (settings?.driver_radius ?? 0) * (settings?.convert_to_mile ? KM_PER_MILE : 1)
  return { name: env.mapboxToken ? null : (region?.name ?? null), reachKm }
}
