import { pooledMap } from '@std/async/pool'
import type { Database } from '../_shared/kernel/database.ts'
import type { LatLng } from '../_shared/region/geometry/types.ts'
import type { NamePoint, RoutesProvider } from '../_shared/region/providers/types.ts'

/** A street trip whose driven distance is due for comparison with the road route, as `take_street_checks` returns it. */
interface Due {
  booking_id: string
  points: LatLng[]
  pickup_lat: number
  pickup_lng: number
  drop_lat: number
  drop_lng: number
}

interface Deps {
  routes: Pick<RoutesProvider, 'route'>
  nameOf: NamePoint
  database: Database
}

/**
 * BATCH is the number of trips that are leased at once. AT_ONCE is how many of them are compared concurrently. A lease lasts at
 * least a minute. With these numbers a batch ends before that, even if the map provider is slow.
 */
const BATCH = 20
const AT_ONCE = 4

/**
 * Requests the road route through the car's recorded positions for each street trip that is due, and the names of pickup and
 * drop. The database compares the route's length with the driven distance. If no route is found or the provider fails, the trip
 * is due again later, up to 14 times within almost three days.
 *
 * @returns the number of compared trips
 */
export async function checkStreets(deps: Deps): Promise<number> {
  const trips = await deps.database.rpc<Due[]>('take_street_checks', { most: BATCH })
  let checked = 0
  for await (const isChecked of pooledMap(AT_ONCE, trips, (trip) => checkStreet(deps, trip))) {
    checked += Number(isChecked)
  }
  return checked
}

/** Compares one trip; returns whether the comparison was stored. Never throws, so the rest of the batch continues. */
async function checkStreet({ routes, nameOf, database }: Deps, trip: Due): Promise<boolean> {
  try {
    const pickup = { lat: trip.pickup_lat, lng: trip.pickup_lng }
    const drop = { lat: trip.drop_lat, lng: trip.drop_lng }
    const points = trip.points.length > 1 ? trip.points.map(({ lat, lng }) => ({ lat, lng })) : [pickup, drop]
    const [route, from, to] = await Promise.all([routes.route(points), nameOf(pickup), nameOf(drop)])
    if (!route) return false
    await database.rpc('check_street_trip', {
      booking_id: trip.booking_id,
      route_km: route.distance_in_km,
      pickup_name: from,
      drop_name: to,
    })
    return true
  } catch (error) {
    console.error(`routes: street trip ${trip.booking_id}: ${String(error)}`)
    return false
  }
}
