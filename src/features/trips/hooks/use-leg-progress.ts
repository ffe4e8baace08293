import { useEffect, useMemo, useState } from 'react'
import type { Booking } from '@/entities/booking'
import type { LatLng } from '@/lib/geo'
import { pointsOf, useLeg, viaText } from '../get-leg'
import {
  type Leg,
  type LegProgress,
  metresBetween,
  OFF_GUIDE_METRES,
  OFF_ROUTE_METRES,
  progressOn,
  roughProgress
} from '../leg'

type QuotedWay = Pick<Booking, 'polyline' | 'estimate_distance' | 'estimate_time' | 'drop_lat' | 'drop_lng'>

/** After a failed request for a route, the next one is sent when the car is this much farther on (m). */
const RETRY_METRES = 300

/** The destination as a point; null if it is not known before the trip ends. */
const dropOf = (lat: number | null, lng: number | null): LatLng | null =>
  lat === null || lng === null ? null : { lat, lng }

/** The quoted route from pickup to drop. */
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
 * The route the car is on, and its progress. A route is requested once, and again only if the car has left it; progress in
 * between is computed on the line, so following a trip needs no requests.
 *
 * @param heading the car's destination; null if there is none
 * @param via the remaining stops for a driver, who is guided; null for other viewers
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
  // Requested while there is a signal, because the ride may begin without one.
  const { data: planned } = useLeg(via ? pickup : null, drop, stops)
  const ahead = heading === 'drop' ? planned : undefined
  const leg = heading === null ? null : (asked ?? ahead ?? quoted)
  const progress = useMemo(() => {
    if (!car) return null
    const exact = leg && progressOn(leg, car)
    if (exact || !to) return exact
    // A car at its destination gets a route of a single point, on which no progress can be measured.
    if (leg) return { ...roughProgress(car, to), offRouteMetres: metresBetween(car, to) }
    return error ? roughProgress(car, to) : null
  }, [leg, car, error, to])

  // The driver has only the quoted route, which contains no manoeuvres.
  const isUnguided = via !== null && !asked && !ahead
  const limit = via ? Math.max(OFF_GUIDE_METRES, car?.accuracy ?? 0) : OFF_ROUTE_METRES
  const isOff = progress && !isUnguided ? progress.offRouteMetres > limit : heading === 'pickup' || isUnguided
  // If no road is near or the request failed, asking again from the same place is useless.
  const patience = error ? Math.max(limit, RETRY_METRES) : limit
  const isLost = car !== null && isOff && !(from && metresBetween(from, car) < patience)
  const through = via && viaText(via)
  const lat = car?.lat
  const lng = car?.lng
  // The route to the pickup says nothing about the route to the drop. Must run before the next effect, which may set a newer
  // value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: heading and stops are what reset it
  useEffect(() => {
    setFrom(null)
  }, [heading, through])
  useEffect(() => {
    if (heading && isLost && lat !== undefined && lng !== undefined) setFrom({ lat, lng })
  }, [heading, isLost, lat, lng])

  return { leg, progress }
}
