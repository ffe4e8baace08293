import type { Directions } from '@contract/routes'
import { distanceKm, type LatLng } from '@/lib/geo'
import { projectOnLine } from '@/lib/line'

/** A manoeuvre and the stretch that follows it. */
export type GuideStep = NonNullable<Directions['steps']>[number]

/** A stretch of road the car is on: to the pickup, or from pickup to drop. */
export interface Leg {
  dest: LatLng
  /** The line as it came, encoded. */
  polyline: string
  points: LatLng[]
  distanceKm: number
  timeSecs: number
  /** What to do on the way, where a driver has to know. */
  steps?: readonly GuideStep[]
}

/** How far along a leg the car is. */
export interface LegProgress {
  remainingKm: number
  remainingSecs: number
  /** 0 at the start of the leg, 1 at its end. */
  share: number
  /** Metres between the car and the nearest point of the leg. */
  offRouteMetres: number
}

/** Great-circle distance in metres. */
export function metresBetween(a: LatLng, b: LatLng): number {
  return distanceKm(a, b) * 1000
}

/**
 * Where a car stands on a leg: its position is dropped on the nearest point of the line, and time
 * is shared out in proportion to distance.
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

/** Streets are longer than the straight line by about this much. */
const DETOUR = 1.3
/** What a car makes in town, km/h. */
const TOWN_SPEED = 30

/** A guess for when no route is to be had (no signal, or the car is as good as there): better than no time at all. */
export function roughProgress(car: LatLng, dest: LatLng): LegProgress {
  const remainingKm = distanceKm(car, dest) * DETOUR
  return { share: 0, offRouteMetres: 0, remainingKm, remainingSecs: (remainingKm / TOWN_SPEED) * 3600 }
}

/** How much of a whole trip is behind, 0 to 1; a detour never moves it back below the start. */
export function tripShare(progress: Pick<LegProgress, 'remainingKm'>, wholeKm: number): number {
  return wholeKm > 0 ? Math.min(1, Math.max(0, 1 - progress.remainingKm / wholeKm)) : 0
}

/** Off the line by more than a wide street and a poor fix explain: the leg has to be asked for again. */
export const OFF_ROUTE_METRES = 150

/** A driver who has left the way is told another at once: half a block is enough to tell. */
export const OFF_GUIDE_METRES = 50
