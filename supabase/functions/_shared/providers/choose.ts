import type { Environment } from '../env.ts'
import type { Region } from '../region.ts'
import { embeddedPlaces, embeddedRoutes } from './embedded.ts'
import type { PlacesProvider, RoutesProvider } from './types.ts'

const PLACES: Record<string, (region: Region) => PlacesProvider> = { embedded: embeddedPlaces }
const ROUTES: Record<string, (region: Region) => RoutesProvider> = { embedded: embeddedRoutes }

/** The places provider that PLACES_PROVIDER names. @throws {Error} when there is none of that name */
export function choosePlaces({ placesProvider }: Environment, region: Region): PlacesProvider {
  return choose('PLACES_PROVIDER', placesProvider, PLACES)(region)
}

/** The routes provider that ROUTES_PROVIDER names. @throws {Error} when there is none of that name */
export function chooseRoutes({ routesProvider }: Environment, region: Region): RoutesProvider {
  return choose('ROUTES_PROVIDER', routesProvider, ROUTES)(region)
}

function choose<Provider>(variable: string, name: string, known: Record<string, Provider>): Provider {
  const provider = Object.hasOwn(known, name) ? known[name] : undefined
  if (!provider) throw new Error(`${variable} is "${name}"; known are: ${Object.keys(known).join(', ')}`)
  return provider
}
