import {
  type Booking,
  type BookingStatus,
  type ExpectedTimes,
  isOnTheRoad,
  type Party,
  paymentModeOf,
  type Stop,
  type TripOptions,
  useHasRated,
  useLivePosition,
  useStops,
  useTrail,
  useTripOptions
} from '@/entities/booking'
import type { LatLng } from '@/lib/geo'
import { useNow } from '@/lib/use-now'
import { type LegProgress, metresBetween } from '../leg'
import type { OwnPosition } from '../slots'
import { panicNumber, routesDrawn, type TripView, tripView } from '../trip-view'
import { type Deeds, useDeeds } from './use-deeds'
import { useLegProgress } from './use-leg-progress'
import { useNudge } from './use-nudge'
import { useTripRules } from './use-trip-rules'

/** Minutes matter to a trip's rules, seconds only to the blocks that count them. */
const TICK_MS = 5000

/** Nearer than this a driver looks for the door and not for the way (metres). */
const NEAR = 300

/** Where the car is going: the pickup, the next stop, or the drop. */
function goalOf(booking: Booking, heading: TripView['heading'], stop: Stop | undefined): LatLng | null {
  if (!heading) return null
  const { pickup_lat, pickup_lng, drop_lat, drop_lng } = booking
  if (heading === 'pickup') return { lat: pickup_lat, lng: pickup_lng }
  if (stop) return { lat: stop.lat, lng: stop.lng }
  return drop_lat === null || drop_lng === null ? null : { lat: drop_lat, lng: drop_lng }
}

/** What was done at the drop and has not been heard of. */
const unconfirmedStep = ({ isUnderWay, isWaiting }: Deeds): 'reach' | 'confirm_cash' | null => {
  if (!isWaiting || !isUnderWay('reach')) return null
  return isUnderWay('confirm_cash') ? 'confirm_cash' : 'reach'
}

/** What the server would let a driver do who is ahead of it: a parcel may go back, and nobody who has left is waited for. */
function aheadOf(options: TripOptions | undefined, booking: Booking, status: BookingStatus): TripOptions | undefined {
  if (!options || status === booking.status) return options
  const canReturn = status === 'STARTED' && booking.category === 'delivery' && booking.returning_at === null
  const actions = options.actions.filter((action) => action !== 'no_show')
  return { ...options, actions: canReturn ? [...actions, 'return_to_sender'] : actions }
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
export function useTrip(booking: Booking, party: Party, own: OwnPosition | null) {
  const now = useNow(TICK_MS)
  const rules = useTripRules()
  const deeds = useDeeds(booking)
  const status = party === 'driver' ? deeds.project(booking.status) : booking.status
  const options = aheadOf(useTripOptions(booking), booking, status)
  const { data: hasRated = false } = useHasRated(
    booking.id,
    party === 'driver' && booking.paid_at ? booking.driver_id : null
  )
  const stops = useStops(booking.id, booking.status, booking.waypoints)
  const isReturning = booking.returning_at !== null
  const nextStop = isReturning
    ? undefined
    : stops.find(({ arrived_at, position }) => !arrived_at && !deeds.reachedStops.includes(position))
  const scheduled = booking.status === 'NEW' && (options?.searchAt ?? 0) > now
  const view: TripView = tripView({
    status,
    party,
    otpSecure: booking.otp_secure,
    isDelivery: booking.category === 'delivery',
    isReturning,
    isScheduled: scheduled,
    // A passenger from the street is nobody to give stars to.
    hasRated: hasRated || deeds.isUnderWay('rate') || booking.source === 'street',
    hasTerms: booking.discount_amount > 0 || (Array.isArray(booking.waypoints) && booking.waypoints.length > 0),
    // What the meter will say of a street trip only the server knows.
    paysCash: paymentModeOf(booking) === 'cash' && !booking.prepaid && booking.source !== 'street',
    hasStopAhead: party === 'driver' && nextStop !== undefined,
    unconfirmedStep: unconfirmedStep(deeds),
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
  const position: OwnPosition | null = isLive ? (party === 'driver' ? own : followed.position) : null
  const heading = isLive ? view.heading : null
  const ahead = stops.filter(({ arrived_at, position: place }) => !arrived_at && !deeds.reachedStops.includes(place))
  // On the way to the pickup the stops are not ahead yet.
  const via = party === 'driver' && isLive ? (heading === 'drop' && !isReturning ? ahead : []) : null
  const { leg, progress } = useLegProgress(booking, heading, position, via, stops)

  const goal = goalOf(booking, view.heading, nextStop)
  const away = position && goal ? metresBetween(position, goal) : null

  const { data: trail } = useTrail(booking.reached_at === null ? null : booking.id)
  const drawn = routesDrawn(isLive ? view.heading : null, rules)

  return {
    status,
    view,
    options,
    deeds,
    isLive,
    stops,
    /** The first stop that was not reached. */
    nextStop,
    /** Where the car is going. */
    goal,
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
    /** The way that the driver is told, manoeuvre by manoeuvre. */
    leg,
    /** The way to the pickup, encoded, while the car is on it. */
    approach: drawn.approach ? (leg?.polyline ?? null) : null,
    /** The way to the drop, encoded, where it is to be drawn: the booked one, or the one that a driver is told. */
    booked: drawn.booked ? (heading === 'drop' && leg?.steps ? leg.polyline : booking.polyline) : null,
    /** The way that was driven, encoded, once it is over. */
    driven: trail?.polyline || null,
    panic: panicNumber({ category: booking.category, status }, rules)
  }
}

export type Trip = ReturnType<typeof useTrip>
