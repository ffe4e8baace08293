import type { Database } from '../_shared/kernel/database.ts'
import type { LatLng } from '../_shared/maps/geometry/types.ts'
import type { NamePoint, RoutesProvider } from '../_shared/maps/providers/types.ts'

/** A street trip whose way was not compared with the roads, as `unchecked_street_trips` says it. */
interface Unchecked {
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
 * Asks for the road route through each trip's trail, and what its ends are called. A trip whose trail no road follows stays
 * unchecked, which the desk sees.
 *
 * @param bookingId one trip alone; null: the last ones
 * @returns how many were compared
 */
export async function checkStreet({ routes, nameOf, database }: Deps, bookingId: string | null): Promise<number> {
  const trips = await database.rpc<Unchecked[]>('unchecked_street_trips', { most: 20, of_booking: bookingId })
  let checked = 0
  for (const trip of trips) {
    const pickup = { lat: trip.pickup_lat, lng: trip.pickup_lng }
    const drop = { lat: trip.drop_lat, lng: trip.drop_lng }
    const points = trip.points.length > 1 ? trip.points.map(({ lat, lng }) => ({ lat, lng })) : [pickup, drop]
    const [route, from, to] = await Promise.all([routes.route(points), nameOf(pickup), nameOf(drop)])
    if (!route) continue
    await database.rpc('check_street_trip', {
      booking_id: trip.booking_id,
      route_km: route.distance_in_km,
      pickup_name: from,
      drop_name: to,
    })
    checked += 1
  }
  return checked
}
