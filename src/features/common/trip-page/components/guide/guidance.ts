import type { GuideStep, Leg, LegProgress } from '../../model/leg'

/** The driver's next manoeuvre, such as a turn. */
export interface Guidance {
  /** Index of the manoeuvre among the route's steps; it tells equal manoeuvres apart. */
  index: number
  step: GuideStep
  /** Distance to the manoeuvre (m). */
  metres: number
  /** The manoeuvre after the next one, if it follows so soon that the driver must choose the lane now; otherwise null. */
  following: GuideStep | null
  /** True at the end of the whole route; false at the end of a part of the route that leads to a stop. */
  isLast: boolean
}

/** A manoeuvre stays the next one until the car has passed its point by this distance (m). */
const UNDER_WAY = 8
/** Two manoeuvres that are at most this far apart are announced together (m). */
const AT_ONCE = 120

/** Returns the next manoeuvre on a route; null if the route has no steps. */
export function guidanceOn({ steps, distanceKm }: Leg, { share }: Pick<LegProgress, 'share'>): Guidance | null {
  if (!steps || steps.length === 0) return null
  const whole = steps.reduce((sum, step) => sum + step.distance_in_km, 0)
  // Providers round the length of each step, so the sum of the steps counts as the length of the whole route.
  const along = share * (whole > 0 ? whole : distanceKm) * 1000
  let at = 0
  for (const [index, step] of steps.entries()) {
    // The step of departing is over once the car moves.
    const isAhead = step.manoeuvre !== 'depart' && at > along - UNDER_WAY
    const isLast = index === steps.length - 1
    if (isAhead || isLast) {
      const next = steps[index + 1]
      const isSoon = next !== undefined && next.manoeuvre !== 'depart' && step.distance_in_km * 1000 < AT_ONCE
      return { index, step, metres: Math.max(0, at - along), following: isSoon ? next : null, isLast }
    }
    at += step.distance_in_km * 1000
  }
  return null
}

/**
 * Returns the distance to the end of the current part of the route (m): the next stop, or the destination. Null if the route has
 * no steps.
 */
export function metresToArrival({ steps, distanceKm }: Leg, { share }: Pick<LegProgress, 'share'>): number | null {
  if (!steps || steps.length === 0) return null
  const whole = steps.reduce((sum, step) => sum + step.distance_in_km, 0)
  const along = share * (whole > 0 ? whole : distanceKm) * 1000
  let at = 0
  for (const step of steps) {
    if (step.manoeuvre === 'arrive' && at > along - UNDER_WAY) return Math.max(0, at - along)
    at += step.distance_in_km * 1000
  }
  return 0
}

/** When an announcement is made: `ahead` is the first one, `now` the last one. */
export type Urgency = 'ahead' | 'now'

/** The last announcement that was made. */
export interface Announced {
  leg: Leg
  index: number
  urgency: Urgency
}

/** How many seconds before a manoeuvre it is announced: for the first time, and for the last time. */
const AHEAD_SECS = 30
const NOW_SECS = 7
/** The distances for the same two announcements (m), for a car that hardly moves. */
const AHEAD_METRES = 200
const NOW_METRES = 40
/** Assumed speed if the phone does not report one (m/s). */
const TOWN_MPS = 10

/**
 * Returns the announcement that is due now; null if none is due. A new route is announced at once, because a driver who took a
 * wrong turn needs the next turn soon.
 */
export function announcement(
  leg: Leg,
  guidance: Guidance,
  speed: number | null,
  said: Announced | null
): Urgency | null {
  const mps = Math.max(speed ?? TOWN_MPS, 1)
  const { metres, index } = guidance
  const isNow = metres <= Math.max(NOW_METRES, mps * NOW_SECS)
  const isNewWay = said?.leg !== leg
  if (!isNewWay && said.index === index) return isNow && said.urgency === 'ahead' ? 'now' : null
  if (isNow) return 'now'
  return isNewWay || metres <= Math.max(AHEAD_METRES, mps * AHEAD_SECS) ? 'ahead' : null
}
