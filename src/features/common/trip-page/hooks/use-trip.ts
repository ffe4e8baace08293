import {
  type Booking,
  type BookingStatus,
  type ExpectedTimes,
  isOnTheRoad,
  isOutdated,
  type Party,
  paymentModeOf,
  type Stop,
  useHasRated,
  useLivePosition,
  useStops,
  useTrail,
  useTripOptions
} from '@/entities/booking'
import type { LatLng } from '@/lib/geo/geo'
import { useNow } from '@/lib/time/use-now'
import type { DriverStep } from '../components/primary-action'
import { aheadOf } from '../model/ahead'
import { type LegProgress, metresBetween } from '../model/leg'
import type { OwnPosition } from '../model/slots'
import { panicNumber, routesDrawn, type TripView, tripView } from '../model/trip-view'
import { useDue } from './use-due'
import { useExtrasOfTrip } from './use-extras-of-trip'
import { useHold } from './use-hold'
import { useLegProgress } from './use-leg-progress'
import { useNudge } from './use-nudge'
import { type ActionQueue, useActionQueue } from './use-queue'
import { useTripRules } from './use-trip-rules'

/** Interval at which values that depend on the time are updated (ms). Blocks that count seconds have timers of their own. */
const TICK_MS = 5000

/**
 * A destination closer than this (m) counts as near. The address of the door is then more useful to a driver than the route.
 */
const NEAR = 300

/**
 * Returns the car's destination: the pickup, the next stop, or the drop-off. Null if the car has no destination, or if the
 * destination is unknown.
 */
function goalOf(booking: Booking, heading: TripView['heading'], stop: Stop | undefined): LatLng | null {
  if (!heading) return null
  const { pickup_lat, pickup_lng, drop_lat, drop_lng } = booking
  if (heading === 'pickup') return { lat: pickup_lat, lng: pickup_lng }
  if (stop) return { lat: stop.lat, lng: stop.lng }
  return drop_lat === null || drop_lng === null ? null : { lat: drop_lat, lng: drop_lng }
}

/** Returns the driver's last step at the drop-off that waits for a signal; null if none does. */
const unconfirmedStep = ({ isUnderWay, isWaiting }: ActionQueue): 'reach' | 'confirm_cash' | null => {
  if (!isWaiting || !isUnderWay('reach')) return null
  return isUnderWay('confirm_cash') ? 'confirm_cash' : 'reach'
}

/** A car within this distance of the pickup is there (m); the server uses the same figure. */
export const AT_PICKUP = 500

/**
 * Whether the driver has reported the arrival from elsewhere. The phone's own position may be newer than the server's. Without
 * any position, only the server's answer counts.
 */
function isEarlyArrival(booking: Booking, status: BookingStatus, own: OwnPosition | null): boolean {
  if (status !== 'ARRIVED' || booking.arrival_confirmed_at !== null) return false
  const pickup = { lat: booking.pickup_lat, lng: booking.pickup_lng }
  return own ? metresBetween(own, pickup) > AT_PICKUP : booking.status === 'ARRIVED'
}

/** Returns when the car is expected at pickup and drop-off (ms since the epoch); null if unknown. */
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
 * Returns everything that the trip page needs about one booking for one party.
 *
 * @param own the position of the driver's own phone; null for other people
 */
export function useTrip(booking: Booking, party: Party, own: OwnPosition | null) {
  const now = useNow(TICK_MS)
  const rules = useTripRules()
  const queue = useActionQueue(booking)
  const status = party === 'driver' ? queue.project(booking.status) : booking.status
  const told = useTripOptions(booking)
  const unconfirmed = unconfirmedStep(queue)
  const isAhead = party === 'driver' && (told === undefined || unconfirmed !== null || status !== booking.status)
  const actions = isAhead ? aheadOf(told, booking, status, unconfirmed !== null) : (told?.actions ?? [])
  const options = told && { ...told, actions }
  const extras = useExtrasOfTrip(booking, party === 'driver' ? booking.driver_id : null, told)
  const { data: hasRated = false } = useHasRated(
    booking.id,
    party === 'driver' && booking.paid_at ? booking.driver_id : null
  )
  const stops = useStops(booking)
  const isReturning = booking.returning_at !== null
  const nextStop = isReturning
    ? undefined
    : stops.find(({ arrived_at, position }) => !arrived_at && !queue.reachedStops.includes(position))
  const scheduled = booking.status === 'NEW' && (options?.searchAt ?? 0) > now
  const hold = useHold(booking, party)
  const due = useDue(booking, party, hold)
  const isEarly = party === 'driver' && isEarlyArrival(booking, status, isOutdated(own, now) ? null : own)
  const view: TripView = tripView({
    status,
    party,
    otpSecure: booking.otp_secure,
    isDelivery: booking.category === 'delivery',
    isReturning,
    isScheduled: scheduled,
    // The passenger of a street trip cannot be rated, so the trip counts as rated.
    hasRated: hasRated || queue.isUnderWay('rate') || booking.source === 'street',
    hasTerms: booking.discount_amount > 0 || (Array.isArray(booking.waypoints) && booking.waypoints.length > 0),
    // Never true for a street trip, whose final fare only the server knows.
    paysCash: paymentModeOf(booking) === 'cash' && !booking.prepaid && booking.source !== 'street',
    due: due.kind,
    isEarly,
    hasStopAhead: party === 'driver' && nextStop !== undefined,
    unconfirmedStep: unconfirmed,
    actions: [...actions, ...(told?.asked ?? [])]
  })
  useNudge(booking.id, party === 'rider' && booking.status === 'NEW' && !scheduled, rules.offerTimeoutSecs)

  const isLive = isOnTheRoad(status) && booking.engaged_at !== null
  const driverId = booking.driver_id
  const followed = useLivePosition(
    isLive && party !== 'driver' && driverId
      ? { bookingId: booking.id, driverId, acceptedAt: booking.accepted_at }
      : null
  )
  const position: OwnPosition | null = isLive ? (party === 'driver' ? own : followed.position) : null
  // An old position is shown with its age, but nothing is computed from it.
  const car = isOutdated(position, now) ? null : position
  const heading = isLive ? view.heading : null
  const ahead = stops.filter(({ arrived_at, position: place }) => !arrived_at && !queue.reachedStops.includes(place))
  // The stops are part of the route only after the pickup.
  const via = party === 'driver' && isLive ? (heading === 'drop' && !isReturning ? ahead : []) : null
  const { leg, progress } = useLegProgress(booking, heading, car, via, stops)

  const goal = goalOf(booking, view.heading, nextStop)
  const away = car && goal ? metresBetween(car, goal) : null

  const farMetres = away !== null && away >= NEAR ? (progress ? progress.remainingKm * 1000 : away) : null
  /** Returns the distance (m) to the place where the driver takes this step, if the car is too far from it; otherwise null. */
  const farFrom = (step: DriverStep): number | null => {
    if (step === 'arrive') return away !== null && away > AT_PICKUP ? away : null
    return step === 'reach' || step === 'arrive_at_stop' ? farMetres : null
  }

  const { data: trail } = useTrail(booking.reached_at === null ? null : booking.id)
  const drawn = routesDrawn(isLive ? view.heading : null, rules)

  return {
    status,
    view,
    /** Whether the driver has reported the arrival, but is not at the pickup yet. */
    isEarly,
    options,
    /** The reservation of a card ride, for its rider. */
    hold,
    /** How a ride that has ended gets paid. */
    due,
    queue,
    isLive,
    stops,
    /** The first stop that the car has not reached yet. */
    nextStop,
    /** The car's destination; null if it has none. */
    goal,
    /** What is left to pay: the rounded amount for cash, otherwise exact. */
    toPay: unconfirmed ? extras.cash : (options?.cashAmount ?? booking.payable_amount),
    /** The extras as a driver sees them; empty for other people. */
    extras,
    /** The cash that the page shows while the end of the ride waits for a signal; null if the fare is known. */
    unheardCash: unconfirmed && view.blocks.includes('quoted_cash') ? extras.cash : null,
    /** The last step of the driver, if the server has not confirmed it. */
    unconfirmed,
    /** The car's last position, which may be old. */
    position,
    /** Whether that position is too old to say where the car is. */
    isOutdated: position !== null && car === null,
    /** Whether the car is on its way but its position is unknown. */
    isLost: isLive && followed.isUnknown,
    isScheduled: scheduled,
    expected: expectedTimes(booking, view.heading, progress, now),
    isNear: away !== null && away < NEAR,
    /** The straight distance to the destination (m); null if it or the position is unknown. */
    away,
    farFrom,
    progress,
    /** The route that the car is on; for a driver it contains the manoeuvres. */
    leg,
    /** The route to the pickup as an encoded polyline, while the car drives it; null if it is not drawn. */
    approach: drawn.approach ? (leg?.polyline ?? null) : null,
    /**
     * The route to the drop-off as an encoded polyline; null if it is not drawn. A driver on the way to the drop-off sees the
     * route with the manoeuvres, others see the booked one.
     */
    booked: drawn.booked ? (heading === 'drop' && leg?.steps ? leg.polyline : booking.polyline) : null,
    /** The driven route as an encoded polyline, once the trip is over. */
    driven: trail?.polyline || null,
    panic: panicNumber({ category: booking.category, status }, rules)
  }
}

export type Trip = ReturnType<typeof useTrip>
