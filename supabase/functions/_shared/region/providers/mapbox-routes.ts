import type { LatLng } from '../geometry/types.ts'
import { type Blocks, inBlocks, tablePoints } from './blocks.ts'
import type { Client } from '../../http-client/client.ts'
import { isLarge, isLong } from './effort.ts'
import { coordinatesOf, radiusesOf, readRoutes, readTable } from './osrm-format.ts'
import type { RoutesAdapter } from './types.ts'

export const MAPBOX_PROFILES = ['driving-traffic', 'driving'] as const
export type MapboxProfile = (typeof MAPBOX_PROFILES)[number]

export interface MapboxRoutesOptions {
  token: string
  profile: MapboxProfile
  url?: string
}

/**
 * Mapbox's limit of points in one table, by profile. With traffic it is lower, so a larger table is requested without traffic.
 */
const TABLE_POINTS = { 'driving-traffic': 10, driving: 25 } as const

/**
 * Provider of Mapbox's routes: Directions v5 (2 to 25 points) and Matrix v1.
 *
 * Sources: https://docs.mapbox.com/api/navigation/directions/, https://docs.mapbox.com/api/navigation/matrix/
 */
export function mapboxRoutes(
  client: Client,
  { token, profile, url = 'https://api.mapbox.com' }: MapboxRoutesOptions,
): RoutesAdapter {
  const addressOf = (path: string, points: readonly LatLng[], options: Record<string, string>): URL => {
    const address = new URL(`${url}/${path}/${coordinatesOf(points)}`)
    address.search = new URLSearchParams({ ...options, access_token: token }).toString()
    return address
  }
  const fits = (profile: MapboxProfile) => (starts: readonly LatLng[], dests: readonly LatLng[]) =>
    tablePoints(starts, dests).points.length <= TABLE_POINTS[profile]

  return {
    name: 'mapbox',
    isPaid: true,

    async route(points, { steps = false, alternatives = false }, budget) {
      const address = addressOf(`directions/v5/mapbox/${profile}`, points, {
        overview: 'full',
        geometries: 'polyline',
        steps: String(steps),
        alternatives: String(alternatives && points.length === 2),
        radiuses: radiusesOf(points),
      })
      const question = { operation: 'route' as const, url: address, isHeavy: isLong(points) }
      const routes = await client.ask(question, budget, (json) => readRoutes(json, steps))
      if (!routes) return null
      const [route, ...others] = routes
      return alternatives ? { ...route, alternatives: others } : route
    },

    matrix(starts, dests, budget) {
      const fitting = fits(profile)(starts, dests) ? profile : 'driving'
      const ask: Blocks['ask'] = (starts, dests, budget) => {
        const { points, sources, destinations } = tablePoints(starts, dests)
        // Mapbox requires at least two points, so send a single point twice.
        const named = points.length === 1 ? [...points, ...points] : points
        const address = addressOf(`directions-matrix/v1/mapbox/${fitting}`, named, {
          sources: sources.join(';'),
          destinations: destinations.join(';'),
          annotations: 'duration,distance',
        })
        const units = starts.length * dests.length
        const question = { operation: 'matrix' as const, url: address, units, isHeavy: isLarge(starts, dests) }
        return client.ask(question, budget, (json) => readTable(json, starts, dests))
      }
      return inBlocks(starts, dests, budget, { fits: fits(fitting), ask })
    },
  }
}
