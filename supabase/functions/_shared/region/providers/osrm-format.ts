// Readers for responses of OSRM. Mapbox's Directions and Matrix APIs use the same format.
import { distance } from '../geometry/distance.ts'
import { decodePolyline } from '../geometry/polyline.ts'
import type { LatLng, Manoeuvre, Measure, Route, Step } from '../geometry/types.ts'
import { garbage } from '../../http-client/failure.ts'
import { amount, type Json, list, object, textOr } from '../../http-client/json.ts'
import { measure, position } from './measures.ts'

/**
 * How far a point may be from a road (metres), as in our own router. Routing servers move a point to the nearest road over any
 * distance unless the request has a limit.
 */
export const MAX_SNAP_METRES = 1000

/** Codes for "no route" and "too far from any road": these are valid results, not failures of the server. */
const NO_WAY: ReadonlySet<unknown> = new Set(['NoRoute', 'NoSegment', 'NoTable'])

const TURNS: ReadonlyMap<unknown, Manoeuvre> = new Map([
  ['uturn', 'uturn'],
  ['sharp right', 'sharp_right'],
  ['right', 'right'],
  ['slight right', 'slight_right'],
  ['straight', 'straight'],
  ['slight left', 'slight_left'],
  ['left', 'left'],
  ['sharp left', 'sharp_left'],
])

/** Returns the points as a part of a URL: `lng,lat;lng,lat`, rounded to about a decimetre. */
export const coordinatesOf = (points: readonly LatLng[]): string =>
  points.map(({ lat, lng }) => `${Number(lng.toFixed(6))},${Number(lat.toFixed(6))}`).join(';')

export const radiusesOf = (points: readonly LatLng[]): string => points.map(() => MAX_SNAP_METRES).join(';')

/** Checks the `code` of a response. Returns the response, or null if there is no route. */
function readCode(json: unknown): Json | null {
  const answer = object(json, 'the answer')
  if (answer['code'] === 'Ok') return answer
  if (NO_WAY.has(answer['code'])) return null
  const code = String(answer['code'])
  throw garbage(/^[A-Za-z]{1,30}$/.test(code) ? `code ${code}` : 'no known code')
}

/** Whether the server has refused a request because it is above the server's limits. */
export const isTooBig = (json: unknown): boolean => (json as { code?: unknown } | null)?.code === 'TooBig'

/** Reads the routes of a response, the recommended one first; null if there is none. */
export function readRoutes(json: unknown, steps: boolean): [Route, ...Route[]] | null {
  const answer = readCode(json)
  if (!answer) return null
  const [first, ...others] = list(answer['routes'], 'routes').map((route) => readRoute(object(route, 'a route'), steps))
  return first ? [first, ...others] : null
}

function readRoute({ distance, duration, geometry, legs }: Json, steps: boolean): Route {
  return {
    ...measure(amount(distance, 'a distance'), amount(duration, 'a duration')),
    polylinePoints: readPolyline(geometry),
    ...(steps && { steps: list(legs, 'legs').flatMap((leg) => readSteps(object(leg, 'a leg'))) }),
  }
}

/**
 * Returns a polyline of precision 5. Refuses coordinates that are not on earth: a polyline of precision 6 usually decodes to
 * such points.
 */
export function readPolyline(geometry: unknown): string {
  if (typeof geometry !== 'string' || geometry === '') throw garbage('a geometry is no polyline')
  const isOnEarth = decodePolyline(geometry).every(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180)
  if (!isOnEarth) throw garbage('a geometry leaves the earth')
  return geometry
}

function readSteps(leg: Json): Step[] {
  const steps: Step[] = []
  let last = { metres: 0, seconds: 0 }
  for (const value of list(leg['steps'], 'steps')) {
    const step = object(value, 'a step')
    const turn = object(step['maneuver'], 'a manoeuvre')
    const metres = amount(step['distance'], 'a distance')
    const seconds = amount(step['duration'], 'a duration')
    const before = steps.at(-1)
    const name = textOr(step['name'])
    if (before && isLeaving(turn)) {
      // Merge the step for leaving a roundabout into the step for entering it. The merged step names the street after the exit.
      last = { metres: last.metres + metres, seconds: last.seconds + seconds }
      Object.assign(before, { name, ...measure(last.metres, last.seconds) })
      continue
    }
    last = { metres, seconds }
    const exit = turn['exit']
    const manoeuvre = manoeuvreOf(turn)
    steps.push({
      manoeuvre,
      name,
      ...(manoeuvre === 'roundabout' && Number.isInteger(exit) && { exit: amount(exit, 'an exit') }),
      ...measure(metres, seconds),
      ...position(turn['location'], 'the place of a manoeuvre'),
    })
  }
  return steps
}

const isLeaving = ({ type }: Json): boolean => type === 'exit roundabout' || type === 'exit rotary'

function manoeuvreOf({ type, modifier }: Json): Manoeuvre {
  if (type === 'depart' || type === 'arrive') return type
  if (type === 'roundabout' || type === 'rotary') return 'roundabout'
  return TURNS.get(modifier) ?? 'straight'
}

/**
 * Reads the rows of a table. A cell is null if there is no route, or if the server moved a point to a road that is too far
 * away.
 *
 * @param starts the requested starts, in order of the rows
 * @param dests the requested destinations, in order of the columns
 */
export function readTable(json: unknown, starts: readonly LatLng[], dests: readonly LatLng[]): (Measure | null)[][] {
  const answer = readCode(json)
  if (!answer) return starts.map(() => dests.map(() => null))
  const metres = readRows(answer['distances'], starts.length, dests.length)
  const seconds = readRows(answer['durations'], starts.length, dests.length)
  const startIsNear = readNear(answer['sources'], starts)
  const destIsNear = readNear(answer['destinations'], dests)
  return starts.map((_, row) =>
    dests.map((_, column) => {
      const far = metres[row]?.[column]
      const long = seconds[row]?.[column]
      if (far === null || long === null || !startIsNear[row] || !destIsNear[column]) return null
      return measure(amount(far, 'a distance'), amount(long, 'a duration'))
    })
  )
}

function readRows(value: unknown, rows: number, columns: number): unknown[][] {
  const found = list(value, 'a table').map((row) => list(row, 'a row'))
  if (found.length !== rows || found.some((row) => row.length !== columns)) throw garbage('a table has other rows')
  return found
}

function readNear(value: unknown, points: readonly LatLng[]): boolean[] {
  const snapped = list(value, 'the points of a table')
  if (snapped.length !== points.length) throw garbage('a table has other points')
  return points.map((point, i) => {
    const at = position(object(snapped[i], 'a point')['location'], 'a point')
    return distance(point, at) <= MAX_SNAP_METRES
  })
}
