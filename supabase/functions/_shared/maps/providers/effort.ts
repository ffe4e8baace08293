// The effort of a request. Clients choose their points, so a provider's timeout may be their doing.
import { distance } from '../geometry/distance.ts'
import type { LatLng } from '../geometry/types.ts'

const LONG_KM = 300
const MANY_POINTS = 10
const MANY_PAIRS = 100

/** Straight lines from point to point, in kilometres. */
export const beelineKm = (points: readonly LatLng[]): number =>
  points.slice(1).reduce((sum, point, i) => sum + distance(points[i] ?? point, point), 0) / 1000

/** Whether a route is so long that a timeout does not count against the provider. */
export const isLong = (points: readonly LatLng[]): boolean => points.length > MANY_POINTS || beelineKm(points) > LONG_KM

/** The same for a matrix. */
export const isLarge = (starts: readonly LatLng[], dests: readonly LatLng[]): boolean =>
  starts.length * dests.length > MANY_PAIRS || farthestKm(starts, dests) > LONG_KM

/** Of all pairs, in straight lines. */
export const farthestKm = (starts: readonly LatLng[], dests: readonly LatLng[]): number =>
  Math.max(...starts.flatMap((start) => dests.map((dest) => beelineKm([start, dest]))))
