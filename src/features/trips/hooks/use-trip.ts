import {
  type Booking,
  dropOf,
  type ExpectedTimes,
  isOnTheRoad,
  type LivePosition,
  type Party,
  useHasRated,
  useLivePosition,
  useTrail,
  useTripOptions
} from '@/entities/booking'
import { useNow } from '@/lib/use-now'
import { type LegProgress, metresBetween } from '../leg'
import { panicNumber, routesDrawn, type TripView, tripView } from '../trip-view'
import { useLegProgress } from './use-leg-progress'
import { useNudge } from './use-nudge'
import { useSteps } from './use-steps'
import { useTripRules } from './use-trip-rules'

/** Minutes matter to a trip's rules, seconds only to the blocks that count them. */
const TICK_MS = 5000

/** Nearer than this a driver looks for the door and not for the way (metres). */
const NEAR = 300

/** Metres to where the car is heading, as the crow flies; null where either is not known. */
function metresAway(booking: Booking, heading: TripView['heading'], car: LivePosition | null): number | null {
  if (!car || !heading) return null
  return metresBetween(
    car,
    heading === 'pickup' ? { lat: booking.pickup_lat, lng: booking.pickup_lng } : dropOf(booking)
  )
}

/** When the car will be at the ends as things stand: minutes that a rider can plan by. */
function expectedTimes(
  booking: Booking,
  heading: TripView['heading'],
  progress: LegProgress | null,
  now: number
): ExpectedTimes {
  const there = progress ? now + progress.remainingSecs * 1000 : null
  const way = booking.estimate_time * 1000
  if (heading === 'pickup') return { pickup: there, drop: there === null ? null : there + way }
  if (heading === 'drop') return { pickup: null, drop: there }
  const begins = booking.status === 'NEW' && booking.book_later ? Date.parse(booking.trip_at) : null
  return { pickup: begins, drop: begins === null ? null : begins + way }
}

/**
 * Everything the trip page needs to know about one booking, as one party sees it now.
 *
 * @param own where the driver's phone is, which need not come over the network
 */
export function useTrip(booking: Booking, party: Party, own: LivePosition | null) {
  const now = useNow(TICK_MS)
  const options = useTripOptions(booking)
  const rules = useTripRules()
  const steps = useSteps(booking.id)
  const status = party === 'driver' ? steps.project(booking.status) : booking.status
  const { data: hasRated = false } = useHasRated(
    booking.id,
    party === 'driver' && booking.paid_at ? booking.driver_id : null
  )
  const scheduled = booking.status === 'NEW' && (options?.searchAt ?? 0) > now
  const view: TripView = tripView({
    status,
    party,
    otpSecure: booking.otp_secure,
    isDelivery: booking.category === 'delivery',
    isReturning: booking.returning_at !== null,
    isScheduled: scheduled,
    hasRated,
    hasTerms: booking.discount_amount > 0 || (Array.isArray(booking.waypoints) && booking.waypoints.length > 0),
    actions: options ? [...options.actions, ...options.asked] : []
  })
  useNudge(booking.id, party === 'rider' && booking.status === 'NEW' && !scheduled, rules.offerTimeoutSecs)

  const isLive = isOnTheRoad(status) && booking.engaged_at !== null
  const driverId = booking.driver_id
  const followed = useLivePosition(
    isLive && party !== 'driver' && driverId
      ? { bookingId: booking.id, driverId, acceptedAt: booking.accepted_at }
      : null
  )
  const position = isLive ? (party === 'driver' ? own : followed.position) : null
  const { leg, progress } = useLegProgress(booking, isLive ? view.heading : null, position)

  const away = metresAway(booking, view.heading, position)

  const { data: trail } = useTrail(booking.reached_at === null ? null : booking.id)
  const drawn = routesDrawn(isLive ? view.heading : null, rules)

  return {
    status,
    view,
    options,
    steps,
    isLive,
    /** What is left to pay: in cash where it may be, else to the cent. */
    toPay: options?.cashAmount ?? booking.payable_amount,
    position,
    /** The car is on its way, and nobody can say where. */
    isLost: isLive && followed.isUnknown,
    isScheduled: scheduled,
    expected: expectedTimes(booking, view.heading, progress, now),
    isNear: away !== null && away < NEAR,
    /** Metres still to go, where those are many. */
    farMetres: away !== null && away >= NEAR ? (progress ? progress.remainingKm * 1000 : away) : null,
    progress,
    /** The way to the pickup, encoded, while the car is on it. */
    approach: drawn.approach ? (leg?.polyline ?? null) : null,
    /** The way that was booked, encoded, where it is to be drawn. */
    booked: drawn.booked ? booking.polyline : null,
    /** The way that was driven, encoded, once it is over. */
    driven: trail?.polyline || null,
    panic: panicNumber({ category: booking.category, status }, rules)
  }
}

export type Trip = ReturnType<typeof useTrip>
