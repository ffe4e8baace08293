import type { Region } from '../stored.ts'
import type { PlacesAdapter, RoutesAdapter } from './types.ts'

/** Our own provider of places: searches the imported region, without another server and without a key. */
export function embeddedPlaces(region: Region): PlacesAdapter & Required<Omit<PlacesAdapter, 'name'>> {
  return {
    name: 'embedded',
    autocomplete: async (keyword, options) => (await region.places()).autocomplete(keyword, options),
    coordinates: async (placeId) => (await region.places()).coordinates(placeId),
    reverse: async (point, options) => (await region.places()).reverse(point, options)?.description ?? null,
  }
}

/** Our own provider of routes: computes them on the road graph of the imported region. */
export function embeddedRoutes(region: Region): RoutesAdapter {
  return {
    name: 'embedded',
    route: async (points, options) => (await region.router()).route(points, options),
    matrix: async (starts, dests, _, options) => (await region.router()).matrix(starts, dests, options),
  }
}
