import type { GuideStep, Leg, LegProgress } from '../leg'

/** What a driver does next. */
export interface Guidance {
  /** Place of the step in the way, which makes it another after a detour, too. */
  index: number
  step: GuideStep
  /** Metres until it is to be done. */
  metres: number
  /** The next step follows at once, so the driver has to pick the lane now. */
  following: GuideStep | null
  /** The end of the whole way, not of a part that ends at a stop. */
  isLast: boolean
}

/** Metres behind a manoeuvre within which it is still being done. */
const UNDER_WAY = 8
/** Two manoeuvres this close are told together (metres). */
const AT_ONCE = 120

/** The next manoeuvre on a way; null where it has no steps. */
export function guidanceOn({ steps, distanceKm }: Leg, { share }: Pick<LegProgress, 'share'>): Guidance | null {
  if (!steps || steps.length === 0) return null
  const whole = steps.reduce((sum, step) => sum + step.distance_in_km, 0)
  // Providers round each stretch: what they add up to is the way.
  const along = share * (whole > 0 ? whole : distanceKm) * 1000
  let at = 0
  for (const [index, step] of steps.entries()) {
    // Driving off is behind the car once it moves.
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

/** What was said last. */
export interface Announced {
  leg: Leg
  index: number
  urgency: Urgency
}

/** Seconds before a manoeuvre in which it is said that it comes, and that it is there. */
const AHEAD_SECS = 30
const NOW_SECS = 7
/** Metres for a car that hardly moves. */
const AHEAD_METRES = 200
const NOW_METRES = 40
/** What a phone that does not tell its speed drives (m/s). */
const TOWN_MPS = 10

/**
 * What is to be said now; null where it has been. A new way is said at once, so that a driver who took a wrong turn does not
 * wait for the next one.
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
