import type { LatLng } from '@/lib/geo/geo'
import { invoke } from '@/lib/server/api'
import type { AssignableDriver } from '../queries'
import type { Seconds } from './order'

/** Number of drivers whose driving time is requested: of those who can get the booking, the nearest by straight line. */
const MEASURED = 20

/**
 * Returns the drivers whose driving time decides the order: the straight line often misleads. Without a distance, the position
 * is too old for a time.
 */
export const toMeasure = (drivers: readonly AssignableDriver[]): AssignableDriver[] =>
  drivers
    .filter(
      ({ assignable, lat, lng, distance_km }) => assignable && lat !== null && lng !== null && distance_km !== null
    )
    .slice(0, MEASURED)

/** Requests the driving time in seconds from each car to the pickup. Drivers without a route are left out. */
export async function measure(drivers: readonly AssignableDriver[], pickup: LatLng): Promise<Seconds> {
  if (drivers.length === 0) return {}
  const { rows } = await invoke<{ rows: ({ time_in_secs: number } | null)[][] }>('routes/matrix', {
    start: drivers.map(({ lat, lng }) => `${lat},${lng}`).join('|'),
    dest: `${pickup.lat},${pickup.lng}`,
    from: 'car'
  })
  return Object.fromEntries(
    drivers.flatMap(({ driver_id }, index) => {
      const way = rows[index]?.[0]
      return way ? [[driver_id, way.time_in_secs]] : []
    })
  )
}
