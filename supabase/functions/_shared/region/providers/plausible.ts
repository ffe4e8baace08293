// Checks that a provider's route is physically possible, because prices are computed from it. The limits allow for detours
// round a fjord, for ferries, and for points that were moved onto a road.
import { distance } from '../geometry/distance.ts'
import { decodePolyline } from '../geometry/polyline.ts'
import type { LatLng, Measure, Route } from '../geometry/types.ts'
import type { Rows } from './blocks.ts'
import { beelineKm } from './effort.ts'
import { garbage } from '../../http-client/failure.ts'

/** Kilometres by which a provider may move a point onto a road. */
const MOVED_KM = 1
/**
 * Metres by which an end of the route's polyline may differ from the requested point: 1 km for the move onto a road, the rest
 * for rounding and other ways of measuring.
 */
const MOVED_END_METRES = 1500
/**
 * Shortest plausible length of a route, as a share of the straight line: no route is shorter than that line, but earth models
 * differ a little.
 */
const STRAIGHT = 0.9
const DETOUR = 5
const DETOUR_KM = 1000
const MAX_METRES_PER_SECOND = 200 / 3.6
/** A route's stated length is from `least` to `most` times the length of its polyline, give or take `slackKm` kilometres. */
const LINE = { least: 0.7, most: 1.4, slackKm: 1 }

/**
 * Returns a route without its impossible alternatives.
 *
 * @throws {ProviderFailure} of kind `garbage`, if the route itself is impossible
 */
export function validateRoute(route: Route | null, points: readonly LatLng[]): Route | null {
  if (!route) return null
  const odd = oddRoute(route, points)
  if (odd) throw garbage(odd)
  if (!route.alternatives) return route
  return { ...route, alternatives: route.alternatives.filter((other) => oddRoute(other, points) === null) }
}

/**
 * Checks the rows of a matrix and returns them unchanged.
 *
 * @throws {ProviderFailure} of kind `garbage` if the measure of one of the pairs is impossible
 */
export function validateRows(rows: Rows, starts: readonly LatLng[], dests: readonly LatLng[]): Rows {
  starts.forEach((start, row) => {
    dests.forEach((dest, column) => {
      const pair = rows[row]?.[column]
      const odd = pair && oddMeasure(pair, [start, dest])
      if (odd) throw garbage(odd)
    })
  })
  return rows
}

/** Returns how far (metres) a polyline's ends are from the first and the last requested point: the larger distance counts. */
export function metresOff(line: readonly LatLng[], points: readonly LatLng[]): number {
  const apart = (a: LatLng | undefined, b: LatLng | undefined) => a && b ? distance(a, b) : Infinity
  return Math.max(apart(line[0], points[0]), apart(line.at(-1), points.at(-1)))
}

function oddRoute(route: Route, points: readonly LatLng[]): string | null {
  const odd = oddMeasure(route, points)
  if (odd) return odd
  const line = decodePolyline(route.polylinePoints)
  if (metresOff(line, points) > MOVED_END_METRES) return 'the line of a route ends elsewhere'
  const km = beelineKm(line)
  const isOfLine = route.distance_in_km >= LINE.least * km - LINE.slackKm &&
    route.distance_in_km <= LINE.most * km + LINE.slackKm
  return isOfLine ? null : 'a route is not as long as its line'
}

function oddMeasure({ distance_in_km, time_in_secs }: Measure, points: readonly LatLng[]): string | null {
  const legs = points.slice(1).map((point, i) => beelineKm([points[i] ?? point, point]))
  const least = legs.reduce((sum, km) => sum + Math.max(0, STRAIGHT * (km - 2 * MOVED_KM)), 0)
  if (distance_in_km < least) return 'a way is shorter than the straight line'
  const most = legs.reduce((sum, km) => sum + DETOUR * km, DETOUR_KM)
  if (distance_in_km > most) return 'a way is far longer than the straight line'
  // Add one second, because times are rounded to whole seconds.
  if (distance_in_km * 1000 > (time_in_secs + 1) * MAX_METRES_PER_SECOND) return 'a way is driven too fast'
  return null
}
