import type { Directions } from '@contract/routes'
import { distanceKm, type LatLng } from '@/lib/geo/geo'
import { projectOnLine } from '@/lib/geo/line'

/** A manoeuvre, such as a turn, and the road that follows it. */
export type GuideStep = NonNullable<Directions['steps']>[number]

/** A part of a trip's route: to the pickup, or from pickup to drop-off. */
export interface Leg {
  dest: LatLng
  /** The route's line as an encoded polyline, as received. */
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
  /** The completed share of the leg: 0 at its start, 1 at its end. */
  share: number
  /** Distance between the car and the nearest point of the leg (m). */
  offRouteMetres: number
}

/** Returns the great-circle distance between two points (m). */
export function metresBetween(a: LatLng, b: LatLng): number {
  return distanceKm(a, b) * 1000
}

/**
 * Returns the car's progress on a leg. The car's position is projected onto the route's line. The remaining time is estimated
 * from the remaining distance: with a third of the distance left, a third of the leg's time is left.
 *
 * @returns null if the line has fewer than two points
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

/** Typical ratio of the distance by road to the straight line. */
const DETOUR = 1.3
/** Typical speed in town, km/h. */
const TOWN_SPEED = 30

/**
 * Estimates the progress from the straight line to the destination. It is used if no route could be fetched, for example
 * without a signal, and if the route is a single point because the car has arrived. The page then still shows an arrival time.
 */
export function roughProgress(car: LatLng, dest: LatLng): LegProgress {
  const remainingKm = distanceKm(car, dest) * DETOUR
  return { share: 0, offRouteMetres: 0, remainingKm, remainingSecs: (remainingKm / TOWN_SPEED) * 3600 }
}

/** Returns the completed share of a whole trip, 0 to 1. A detour cannot make it negative. */
export function tripShare(progress: Pick<LegProgress, 'remainingKm'>, wholeKm: number): number {
  return wholeKm > 0 ? Math.min(1, Math.max(0, 1 - progress.remainingKm / wholeKm)) : 0
}

/**
 * Distance from the route (m) beyond which the car has left it, so that a new route is requested. Smaller distances may come
 * from the width of the street or an inaccurate position.
 */
export const OFF_ROUTE_METRES = 150

/**
 * Like `OFF_ROUTE_METRES`, for a driver with turn-by-turn guidance (m). It is half a block, so that the new route comes soon.
 */
export const OFF_GUIDE_METRES = 50
