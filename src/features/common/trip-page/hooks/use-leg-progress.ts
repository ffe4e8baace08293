import { useEffect, useMemo, useState } from 'react'
import type { Booking } from '@/entities/booking'
import type { LatLng } from '@/lib/geo/geo'
import {
  type Leg,
  type LegProgress,
  metresBetween,
  OFF_GUIDE_METRES,
  OFF_ROUTE_METRES,
  progressOn,
  roughProgress
} from '../model/leg'
import { pointsOf, useLeg, viaText } from '../queries'

type QuotedWay = Pick<Booking, 'polyline' | 'estimate_distance' | 'estimate_time' | 'drop_lat' | 'drop_lng'>

/** After a failed request for a route, the next one is sent when the car has moved this far (m). */
const RETRY_METRES = 300

/** Returns the destination as a point; null for a ride whose destination is only known at its end. */
const dropOf = (lat: number | null, lng: number | null): LatLng | null =>
  lat === null || lng === null ? null : { lat, lng }

/** Returns the quoted route from pickup to drop-off; null if it is unknown. */
function quotedLeg(booking: QuotedWay): Leg | null {
  const { drop_lat: lat, drop_lng: lng } = booking
  if (!booking.polyline || lat === null || lng === null) return null
  return {
    dest: { lat, lng },
    polyline: booking.polyline,
    points: pointsOf(booking.polyline),
    distanceKm: booking.estimate_distance,
    timeSecs: booking.estimate_time
  }
}

/**
 * Returns the route that the car is on, and its progress. The progress is computed from the route's line, so following a trip
 * needs no requests. A route is requested if none to the destination is known, or if the car has left the known one. For a
 * driver, the route from the pickup to the drop-off is also requested in advance.
 *
 * @param heading the car's destination; null if it has none
 * @param via the remaining stops for a driver, who gets guidance; null for other viewers
 * @param stops all stops of the trip
 */
export function useLegProgress(
  booking: Booking,
  heading: 'pickup' | 'drop' | null,
  car: (LatLng & { accuracy?: number | null }) | null,
  via: readonly LatLng[] | null = null,
  stops: readonly LatLng[] = []
): { leg: Leg | null; progress: LegProgress | null } {
  const { polyline, estimate_distance, estimate_time, pickup_lat, pickup_lng, drop_lat, drop_lng } = booking
  const quoted = useMemo(
    () => (heading === 'drop' ? quotedLeg({ polyline, estimate_distance, estimate_time, drop_lat, drop_lng }) : null),
    [heading, polyline, estimate_distance, estimate_time, drop_lat, drop_lng]
  )
  const [from, setFrom] = useState<LatLng | null>(null)
  const drop = useMemo(() => dropOf(drop_lat, drop_lng), [drop_lat, drop_lng])
  const pickup = useMemo(() => ({ lat: pickup_lat, lng: pickup_lng }), [pickup_lat, pickup_lng])
  const to = heading === 'pickup' ? pickup : heading === 'drop' ? drop : null
  const { data: asked, error } = useLeg(heading ? from : null, to, via)
  // The route of the ride is requested early, while there is a signal, because the ride may begin without one.
  const { data: planned } = useLeg(via ? pickup : null, drop, stops)
  const ahead = heading === 'drop' ? planned : undefined
  const leg = heading === null ? null : (asked ?? ahead ?? quoted)
  const progress = useMemo(() => {
    if (!car) return null
    const exact = leg && progressOn(leg, car)
    if (exact || !to) return exact
    // The route of a car at its destination is a single point, on which no progress can be measured.
    if (leg) return { ...roughProgress(car, to), offRouteMetres: metresBetween(car, to) }
    return error ? roughProgress(car, to) : null
  }, [leg, car, error, to])

  // True if the driver has only the quoted route, which contains no manoeuvres.
  const isUnguided = via !== null && !asked && !ahead
  const limit = via ? Math.max(OFF_GUIDE_METRES, car?.accuracy ?? 0) : OFF_ROUTE_METRES
  const isOff = progress && !isUnguided ? progress.offRouteMetres > limit : heading === 'pickup' || isUnguided
  // If the request failed, or no road is near, a new request from the same place would fail too. So the car must first move on.
  const patience = error ? Math.max(limit, RETRY_METRES) : limit
  const isLost = car !== null && isOff && !(from && metresBetween(from, car) < patience)
  const through = via && viaText(via)
  const lat = car?.lat
  const lng = car?.lng
  // A new destination or new stops need a new route, so the start of the old one is dropped. This effect must run before the
  // next one, which may set a newer start.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new destination or new stops reset the start
  useEffect(() => {
    setFrom(null)
  }, [heading, through])
  useEffect(() => {
    if (heading && isLost && lat !== undefined && lng !== undefined) setFrom({ lat, lng })
  }, [heading, isLost, lat, lng])

  return { leg, progress }
}
