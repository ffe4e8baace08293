import type { Directions } from '@contract/routes'
import { distanceKm, type LatLng } from '@/lib/geo'
import { projectOnLine } from '@/lib/line'

/** A manoeuvre, such as a turn, and the road that follows it. */
export type GuideStep = NonNullable<Directions['steps']>[number]

/** A part of a trip's route: to the pickup, or from pickup to drop-off. */
export interface Leg {
  dest: LatLng
  /** The route's line as received, an encoded polyline. */
  polyline: string
  points: LatLng[]
  distanceKm: number
  timeSecs: number
  /** The manoeuvres, only for a driver. */
  steps?: readonly GuideStep[]
}

/** The car's progress on a leg. */
export interface LegProgress {
  remainingKm: number
  remainingSecs: number
  /** 0 at the start of the leg, 1 at its end. */
  share: number
  /** Distance between the car and the nearest point of the leg (m). */
  offRouteMetres: number
}

/** Great-circle distance in metres. */
export function metresBetween(a: LatLng, b: LatLng): number {
  return distanceKm(a, b) * 1000
}

/**
 * The car's progress on a leg: its position is projected onto the line, and the time left is proportional to the distance left.
 *
 * @returns null for a line of fewer than two points
 */
export function progressOn(leg: Leg, car: LatLng): LegProgress | null {
  const at = projectOnLine(leg.points, car)
  if (!at) return null
  return {
    share: at.share,
    offRouteMetres: at.offMetres,
    remainingKm: leg.distanceKm * (1 - at.share),
    remainingSecs: leg.timeSecs * (1 - at.share)
  }
}

/** Typical ratio of the road distance to the straight line. */
const DETOUR = 1.3
/** Typical speed in town, km/h. */
const TOWN_SPEED = 30

/**
 * An estimate of the progress without a route, because there is no signal or the car has almost arrived: it is better than no
 * time at all.
 */
export function roughProgress(car: LatLng, dest: LatLng): LegProgress {
  const remainingKm = distanceKm(car, dest) * DETOUR
  return { share: 0, offRouteMetres: 0, remainingKm, remainingSecs: (remainingKm / TOWN_SPEED) * 3600 }
}

/** The completed part of a whole trip, 0 to 1; a detour cannot make it negative. */
export function tripShare(progress: Pick<LegProgress, 'remainingKm'>, wholeKm: number): number {
  return wholeKm > 0 ? Math.min(1, Math.max(0, 1 - progress.remainingKm / wholeKm)) : 0
}

/**
 * Distance from the route (m) beyond which the car counts as off it, and the route is requested again: more than a wide street
 * and an inaccurate position explain.
 */
export const OFF_ROUTE_METRES = 150

/** The same distance for a driver who is guided (m): half a block is enough, so that a new route comes sooner. */
export const OFF_GUIDE_METRES = 50
