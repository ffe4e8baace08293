import type { LatLng } from '../geometry/types.ts'
import { inBlocks, tablePoints } from './blocks.ts'
import type { Client } from '../../http-client/client.ts'
import { isLarge, isLong } from './effort.ts'
import { garbage } from '../../http-client/failure.ts'
import { coordinatesOf, isTooBig, radiusesOf, readRoutes, readTable } from './osrm-format.ts'
import type { RoutesAdapter } from './types.ts'

export interface OsrmOptions {
  /** URL of the server `osrm-routed`, such as `http://osrm:5000`. */
  url: string
  profile?: string | undefined
}

/** Statuses whose body is a valid response: OSRM uses 400 for "no route" and "too big", which differ by `code` in the body. */
const ANSWERS = [400]
/** Largest number of points in one table: the default limit of osrm-routed (`--max-table-size`). */
const TABLE_POINTS = 100
/** The limit is not lowered below this number of points: otherwise a large matrix would become hundreds of requests. */
const LEAST_TABLE_POINTS = 10
const ALTERNATIVES = 2

/** Provider of routes from a self-hosted OSRM server. Source: docs/http.md of Project-OSRM/osrm-backend. */
export function osrmRoutes(client: Client, { url, profile = 'driving' }: OsrmOptions): RoutesAdapter {
  const addressOf = (service: string, points: readonly LatLng[], options: Record<string, string>): URL => {
    const address = new URL(`${url}/${service}/v1/${profile}/${coordinatesOf(points)}`)
    address.search = new URLSearchParams({ generate_hints: 'false', ...options }).toString()
    return address
  }
  // Largest number of points in one table; lowered when the server refuses a table as too big.
  let tablePointsAtMost = TABLE_POINTS

  return {
    name: 'osrm',

    async route(points, { steps = false, alternatives = false }, budget) {
      const wantsOthers = alternatives && points.length === 2
      const address = addressOf('route', points, {
        overview: 'full',
        geometries: 'polyline',
        steps: String(steps),
        alternatives: wantsOthers ? String(ALTERNATIVES) : 'false',
        radiuses: radiusesOf(points),
      })
      const question = { operation: 'route' as const, url: address, accept: ANSWERS, isHeavy: isLong(points) }
      const routes = await client.ask(question, budget, (json) => readRoutes(json, steps))
      if (!routes) return null
      const [route, ...others] = routes
      return alternatives ? { ...route, alternatives: others } : route
    },

    matrix: (starts, dests, budget) =>
      inBlocks(starts, dests, budget, {
        fits: (starts, dests) => tablePoints(starts, dests).points.length <= tablePointsAtMost,
        ask(starts, dests, budget) {
          const { points, sources, destinations } = tablePoints(starts, dests)
          // OSRM requires at least two points, so send a single point twice.
          const named = points.length === 1 ? [...points, ...points] : points
          const address = addressOf('table', named, {
            sources: sources.join(';'),
            destinations: destinations.join(';'),
            annotations: 'duration,distance',
          })
          const isHeavy = isLarge(starts, dests)
          return client.ask({ operation: 'matrix', url: address, accept: ANSWERS, isHeavy }, budget, (json) => {
            if (!isTooBig(json)) return readTable(json, starts, dests)
            if (points.length <= LEAST_TABLE_POINTS) throw garbage(`a table of ${points.length} points is too big`)
            const half = Math.max(Math.ceil(points.length / 2), LEAST_TABLE_POINTS)
            tablePointsAtMost = Math.min(tablePointsAtMost, half)
            return null
          })
        },
      }),
  }
}
