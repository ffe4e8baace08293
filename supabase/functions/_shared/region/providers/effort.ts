// Estimates how much work a request is for a provider. Clients choose the points, so a timeout may just mean that a client
// asked for too much.
import { distance } from '../geometry/distance.ts'
import type { LatLng } from '../geometry/types.ts'

const LONG_KM = 300
const MANY_POINTS = 10
const MANY_PAIRS = 100

/** Returns the length of the straight lines from point to point in kilometres. */
export const beelineKm = (points: readonly LatLng[]): number =>
  points.slice(1).reduce((sum, point, i) => sum + distance(points[i] ?? point, point), 0) / 1000

/** Whether a route is so long that a timeout on it does not count against the provider. */
export const isLong = (points: readonly LatLng[]): boolean => points.length > MANY_POINTS || beelineKm(points) > LONG_KM

/** Whether a matrix is so large that a timeout on it does not count against the provider. */
export const isLarge = (starts: readonly LatLng[], dests: readonly LatLng[]): boolean =>
  starts.length * dests.length > MANY_PAIRS || farthestKm(starts, dests) > LONG_KM

/** Returns the largest straight distance between a start and a destination in kilometres. */
export const farthestKm = (starts: readonly LatLng[], dests: readonly LatLng[]): number =>
  Math.max(...starts.flatMap((start) => dests.map((dest) => beelineKm([start, dest]))))
