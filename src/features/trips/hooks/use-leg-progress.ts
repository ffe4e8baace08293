import { useEffect, useMemo, useState } from 'react'
import { type Booking, dropOf } from '@/entities/booking'
import type { LatLng } from '@/lib/geo'
import { pointsOf, useLeg } from '../get-leg'
import { type Leg, type LegProgress, metresBetween, OFF_ROUTE_METRES, progressOn, roughProgress } from '../leg'

interface QuotedWay extends Pick<Booking, 'polyline' | 'estimate_distance' | 'estimate_time'> {
  dest: LatLng
}

/** The quoted way from pickup to drop. */
function quotedLeg(booking: QuotedWay): Leg | null {
  if (!booking.polyline) return null
  return {
    dest: booking.dest,
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
 */
export function useLegProgress(
  booking: Booking,
  heading: 'pickup' | 'drop' | null,
  car: LatLng | null
): { leg: Leg | null; progress: LegProgress | null } {
  const { polyline, estimate_distance, estimate_time, pickup_lat, pickup_lng } = booking
  const { lat: drop_lat, lng: drop_lng } = dropOf(booking)
  const quoted = useMemo(
    () =>
      heading === 'drop'
        ? quotedLeg({ polyline, estimate_distance, estimate_time, dest: { lat: drop_lat, lng: drop_lng } })
        : null,
    [heading, polyline, estimate_distance, estimate_time, drop_lat, drop_lng]
  )
  const [from, setFrom] = useState<LatLng | null>(null)
  const to = useMemo(() => {
    if (heading === null) return null
    return heading === 'pickup' ? { lat: pickup_lat, lng: pickup_lng } : { lat: drop_lat, lng: drop_lng }
  }, [heading, pickup_lat, pickup_lng, drop_lat, drop_lng])
  const { data: asked, error } = useLeg(heading ? from : null, to)
  const leg = heading === null ? null : (asked ?? quoted)
  const progress = useMemo(() => {
    if (!car) return null
    const exact = leg && progressOn(leg, car)
    if (exact || !to) return exact
    // A car that stands at its goal gets a way of one point, on which nothing can be measured.
    if (leg) return { ...roughProgress(car, to), offRouteMetres: metresBetween(car, to) }
    return error ? roughProgress(car, to) : null
  }, [leg, car, error, to])

  const isOff = progress ? progress.offRouteMetres > OFF_ROUTE_METRES : heading === 'pickup'
  // Where no road is near or no answer comes, asking again from the same place would change nothing.
  const isLost = car !== null && isOff && !(from && metresBetween(from, car) < OFF_ROUTE_METRES)
  const lat = car?.lat
  const lng = car?.lng
  // The way to the pickup says nothing about the way to the drop. Before the other effect, which may know better.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading is what resets it
  useEffect(() => {
    setFrom(null)
  }, [heading])
  useEffect(() => {
    if (heading && isLost && lat !== undefined && lng !== undefined) setFrom({ lat, lng })
  }, [heading, isLost, lat, lng])

  return { leg, progress }
}
