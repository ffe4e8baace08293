import { decodePolyline } from '../geometry/polyline.ts'
import type { LatLng, Manoeuvre, Route, Step } from '../geometry/types.ts'
import { inBlocks, type Rows } from './blocks.ts'
import type { Client } from '../../http-client/client.ts'
import { isLarge, isLong } from './effort.ts'
import { garbage } from '../../http-client/failure.ts'
import { googleHeaders, REFUSALS, refuseIfRefused, toGoogle } from './google-format.ts'
import { amount, type Json, list, object } from '../../http-client/json.ts'
import { measure, point } from './measures.ts'
import { MAX_SNAP_METRES, readPolyline } from './osrm-format.ts'
import { metresOff } from './plausible.ts'
import type { RoutesAdapter } from './types.ts'

export const GOOGLE_PREFERENCES = ['TRAFFIC_UNAWARE', 'TRAFFIC_AWARE'] as const
export type GooglePreference = (typeof GOOGLE_PREFERENCES)[number]

export interface GoogleRoutesOptions {
  key: string
  preference: GooglePreference
  url?: string
}

/** Largest number of pairs (start and destination) of one matrix request. */
const ELEMENTS = 625

const ROUTE_FIELDS = ['routes.duration', 'routes.distanceMeters', 'routes.polyline.encodedPolyline']
const STEP_FIELDS = [
  'distanceMeters',
  'staticDuration',
  'startLocation',
  'endLocation',
  'navigationInstruction.maneuver',
]
  .map((field) => `routes.legs.steps.${field}`)
const MATRIX_FIELDS = ['originIndex', 'destinationIndex', 'duration', 'distanceMeters', 'status', 'condition']

/**
 * Provider of Google's routes: computeRoutes (up to 25 points between start and end) and computeRouteMatrix (up to 625 pairs).
 *
 * Source: https://developers.google.com/maps/documentation/routes/reference/rest/v2/TopLevel
 */
export function googleRoutes(
  client: Client,
  { key, preference, url = 'https://routes.googleapis.com' }: GoogleRoutesOptions,
): RoutesAdapter {
  const way = { travelMode: 'DRIVE', routingPreference: preference }
  return {
    name: 'google',
    isPaid: true,

    async route(points, { steps = false, alternatives = false }, budget) {
      const [origin, ...rest] = points.map(waypoint)
      const destination = rest.pop()
      const body = {
        ...way,
        origin,
        destination,
        ...(rest.length > 0 && { intermediates: rest }),
        computeAlternativeRoutes: alternatives && rest.length === 0,
        polylineQuality: 'HIGH_QUALITY',
      }
      const headers = googleHeaders(key, [...ROUTE_FIELDS, ...(steps ? STEP_FIELDS : [])])
      const question = {
        operation: 'route' as const,
        url: new URL(`${url}/directions/v2:computeRoutes`),
        headers,
        body,
        isRepeatable: true,
        accept: REFUSALS,
        isHeavy: isLong(points),
      }
      const [route, ...others] = await client.ask(question, budget, (json, status) => {
        refuseIfRefused(json, status)
        return readRoutes(json, steps)
      })
      // Google moves a point to the nearest road over any distance, so check the distance.
      if (!route || metresOff(decodePolyline(route.polylinePoints), points) > MAX_SNAP_METRES) return null
      return alternatives ? { ...route, alternatives: others } : route
    },

    matrix: (starts, dests, budget) =>
      inBlocks(starts, dests, budget, {
        fits: (starts, dests) => starts.length * dests.length <= ELEMENTS,
        ask(starts, dests, budget) {
          const question = {
            operation: 'matrix' as const,
            url: new URL(`${url}/distanceMatrix/v2:computeRouteMatrix`),
            headers: googleHeaders(key, MATRIX_FIELDS),
            body: { ...way, origins: starts.map(matrixPoint), destinations: dests.map(matrixPoint) },
            isRepeatable: true,
            accept: REFUSALS,
            units: starts.length * dests.length,
            isHeavy: isLarge(starts, dests),
          }
          return client.ask(question, budget, (json, status) => {
            refuseIfRefused(json, status)
            return readMatrix(json, starts.length, dests.length)
          })
        },
      }),
  }
}

const waypoint = (at: LatLng) => ({ location: { latLng: toGoogle(at) } })
const matrixPoint = (at: LatLng) => ({ waypoint: waypoint(at) })

/** Reads routes. If there is no route, Google's response is an empty object. Google omits all values that are zero. */
function readRoutes(json: unknown, steps: boolean): Route[] {
  const { routes = [] } = object(json, 'the answer')
  return list(routes, 'routes').map((value) => {
    const { duration, distanceMeters = 0, polyline, legs } = object(value, 'a route')
    return {
      ...measure(amount(distanceMeters, 'a distance'), secondsOf(duration)),
      polylinePoints: readPolyline(object(polyline, 'a polyline')['encodedPolyline']),
      ...(steps && { steps: list(legs, 'legs').flatMap((leg) => readSteps(object(leg, 'a leg'))) }),
    }
  })
}

/** Returns the seconds of a duration such as "165s" or "1.5s". */
function secondsOf(value: unknown): number {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(value)) ?? []
  if (seconds === undefined) throw garbage('a duration is none')
  return Number(seconds)
}

/**
 * Reads Google's steps. Google names streets only inside sentences, so the names stay empty. It has no step for the arrival, so
 * we add one.
 */
function readSteps({ steps = [] }: Json): Step[] {
  const found = list(steps, 'steps').map((value) => object(value, 'a step'))
  const read = found.map((step, i): Step => {
    const { maneuver } = object(step['navigationInstruction'] ?? {}, 'an instruction')
    return {
      manoeuvre: i === 0 ? 'depart' : manoeuvreOf(maneuver),
      name: '',
      ...measure(amount(step['distanceMeters'] ?? 0, 'a distance'), secondsOf(step['staticDuration'] ?? '0s')),
      ...locationOf(step['startLocation']),
    }
  })
  const last = found.at(-1)
  return last
    ? [...read, { manoeuvre: 'arrive', name: '', ...measure(0, 0), ...locationOf(last['endLocation']) }]
    : read
}

function locationOf(value: unknown): LatLng {
  const { latitude = 0, longitude = 0 } = object(object(value, 'a location')['latLng'], 'a location')
  return point(latitude, longitude, 'a location')
}

function manoeuvreOf(maneuver: unknown): Manoeuvre {
  const name = typeof maneuver === 'string' ? maneuver : ''
  if (name.startsWith('ROUNDABOUT')) return 'roundabout'
  if (name.startsWith('UTURN')) return 'uturn'
  const [, how = '', side] = /^(?:TURN|RAMP|FORK)_(SLIGHT_|SHARP_)?(LEFT|RIGHT)$/.exec(name) ?? []
  if (!side) return 'straight'
  // Keeping to one side at a fork or a slip road is announced as a slight bend, not as a turn.
  const bend = name.startsWith('TURN') ? how : 'SLIGHT_'
  return `${bend}${side}`.toLowerCase() as Manoeuvre
}

function readMatrix(json: unknown, starts: number, dests: number): Rows {
  const rows: (Rows[number][number] | undefined)[][] = Array.from({ length: starts }, () => new Array(dests))
  for (const value of list(json, 'the answer')) {
    const element = object(value, 'an element')
    const row = rows[amount(element['originIndex'] ?? 0, 'an index')]
    const column = amount(element['destinationIndex'] ?? 0, 'an index')
    if (!row || !Number.isInteger(column) || column >= dests) throw garbage('an element is of no pair')
    row[column] = readElement(element)
  }
  return rows.map((row) =>
    Array.from(row, (cell) => {
      if (cell === undefined) throw garbage('a pair is missing')
      return cell
    })
  )
}

function readElement({ status, condition, distanceMeters = 0, duration }: Json) {
  const { code = 0 } = object(status ?? {}, 'a status')
  if (code !== 0) throw garbage('an element has an error')
  if (condition === 'ROUTE_NOT_FOUND') return null
  if (condition !== 'ROUTE_EXISTS') throw garbage('an element has no condition')
  return measure(amount(distanceMeters, 'a distance'), secondsOf(duration))
}
