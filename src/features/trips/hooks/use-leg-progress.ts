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

/** After a way that could not be had the next one is asked for so much farther on. */
const RETRY_METRES = 300

/** Null where the drop is not known before the trip ends. */
const dropOf = (lat: number | null, lng: number | null): LatLng | null =>
  lat === null || lng === null ? null : { lat, lng }

/** The quoted way from pickup to drop. */
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
 * The line the car is on and how far along it is. A route is asked for once, and again only when the car has left
 * it: everything between is reckoned on the line, so following a trip costs no calls.
 *
 * @param heading where the car is going; null when it is not
 * @param via the stops ahead of a driver, who is guided; null for those who only look on
 * @param stops all of its stops
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
  // Asked for while there is a signal: the ride may begin where there is none.
  const { data: planned } = useLeg(via ? pickup : null, drop, stops)
  const ahead = heading === 'drop' ? planned : undefined
  const leg = heading === null ? null : (asked ?? ahead ?? quoted)
  const progress = useMemo(() => {
    if (!car) return null
    const exact = leg && progressOn(leg, car)
    if (exact || !to) return exact
    // A car that stands at its goal gets a way of one point, on which nothing can be measured.
    if (leg) return { ...roughProgress(car, to), offRouteMetres: metresBetween(car, to) }
    return error ? roughProgress(car, to) : null
  }, [leg, car, error, to])

  // The quoted way says where to go, and not when to turn.
  const isUnguided = via !== null && !asked && !ahead
  const limit = via ? Math.max(OFF_GUIDE_METRES, car?.accuracy ?? 0) : OFF_ROUTE_METRES
  const isOff = progress && !isUnguided ? progress.offRouteMetres > limit : heading === 'pickup' || isUnguided
  // Where no road is near or no answer comes, asking again from the same place would change nothing.
  const patience = error ? Math.max(limit, RETRY_METRES) : limit
  const isLost = car !== null && isOff && !(from && metresBetween(from, car) < patience)
  const through = via && viaText(via)
  const lat = car?.lat
  const lng = car?.lng
  // The way to the pickup says nothing about the way to the drop. Before the other effect, which may know better.
  // biome-ignore lint/correctness/useExhaustiveDependencies: heading and stops are what reset it
  useEffect(() => {
    setFrom(null)
  }, [heading, through])
  useEffect(() => {
    if (heading && isLost && lat !== undefined && lng !== undefined) setFrom({ lat, lng })
  }, [heading, isLost, lat, lng])

  return { leg, progress }
}
