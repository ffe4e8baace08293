import type { GuideStep, Leg, LegProgress } from '../leg'

/** The driver's next manoeuvre. */
export interface Guidance {
  /** Index of the step in the route, which tells repeated steps apart. */
  index: number
  step: GuideStep
  /** Metres until the manoeuvre. */
  metres: number
  /** The manoeuvre after the next one, if it follows at once and the driver must choose the lane now; otherwise null. */
  following: GuideStep | null
  /** True at the end of the whole route; false at the end of a part that leads to a stop. */
  isLast: boolean
}

/** A manoeuvre counts as in progress until the car is this far behind its point (m). */
const UNDER_WAY = 8
/** Two manoeuvres this close are announced together (metres). */
const AT_ONCE = 120

/** The next manoeuvre on a route; null if it has no steps. */
export function guidanceOn({ steps, distanceKm }: Leg, { share }: Pick<LegProgress, 'share'>): Guidance | null {
  if (!steps || steps.length === 0) return null
  const whole = steps.reduce((sum, step) => sum + step.distance_in_km, 0)
  // Providers round each step, so the sum of the steps counts as the whole route.
  const along = share * (whole > 0 ? whole : distanceKm) * 1000
  let at = 0
  for (const [index, step] of steps.entries()) {
    // Departing is over once the car moves.
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

/** How urgent an announcement is. */
export type Urgency = 'ahead' | 'now'

/** The last announcement. */
export interface Announced {
  leg: Leg
  index: number
  urgency: Urgency
}

/** How long before a manoeuvre it is announced: the first time and the last time (s). */
const AHEAD_SECS = 30
const NOW_SECS = 7
/** The same two announcements by distance (m), for a car that hardly moves. */
const AHEAD_METRES = 200
const NOW_METRES = 40
/** Assumed speed for a phone that does not report its own (m/s). */
const TOWN_MPS = 10

/**
 * The announcement due now; null if it was already made. A new route is announced at once, so that a driver who took a wrong
 * turn does not have to wait.
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
