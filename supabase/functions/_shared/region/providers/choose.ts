import { cacheRoutes } from './cache.ts'
import { chainPlaces, chainRoutes } from './chain.ts'
import { embeddedPlaces, embeddedRoutes } from './embedded.ts'
import { googlePlaces } from './google-places.ts'
import { GOOGLE_PREFERENCES, googleRoutes } from './google-routes.ts'
import { createKit, type Kit, type ProviderDeps } from './kit.ts'
import { mapboxPlaces } from './mapbox-places.ts'
import { MAPBOX_PROFILES, mapboxRoutes } from './mapbox-routes.ts'
import { nominatimPlaces } from './nominatim.ts'
import { osrmRoutes } from './osrm.ts'
import { photonPlaces } from './photon.ts'
import { namePoints } from './point-names.ts'
import type { NamePoint, PlacesAdapter, PlacesProvider, RoutesAdapter, RoutesProvider } from './types.ts'

type Makers<Adapter> = Record<string, (kit: Kit) => Adapter>

const PLACES: Makers<PlacesAdapter> = {
  embedded: ({ region }) => embeddedPlaces(region),
  mapbox: (kit) => mapboxPlaces(kit.client('mapbox', true), { token: kit.secret('MAPBOX_TOKEN') }),
  google: (kit) => googlePlaces(kit.client('google', true), { key: kit.secret('GOOGLE_MAPS_KEY') }),
  photon: (kit) => photonPlaces(kit.client('photon'), { url: kit.address('PHOTON_URL'), userAgent: kit.userAgent }),
  nominatim: (kit) =>
    nominatimPlaces(kit.client('nominatim'), { url: kit.address('NOMINATIM_URL'), userAgent: kit.userAgent }),
}

const ROUTES: Makers<RoutesAdapter> = {
  embedded: ({ region }) => embeddedRoutes(region),
  mapbox: (kit) =>
    mapboxRoutes(kit.client('mapbox', true), {
      token: kit.secret('MAPBOX_TOKEN'),
      profile: kit.oneOf('MAPBOX_PROFILE', MAPBOX_PROFILES),
    }),
  google: (kit) =>
    googleRoutes(kit.client('google', true), {
      key: kit.secret('GOOGLE_MAPS_KEY'),
      preference: kit.oneOf('GOOGLE_ROUTING_PREFERENCE', GOOGLE_PREFERENCES),
    }),
  osrm: (kit) => osrmRoutes(kit.client('osrm'), { url: kit.address('OSRM_URL'), profile: kit.word('OSRM_PROFILE') }),
}

/**
 * Creates the places providers that PLACES_PROVIDER lists and combines them in this order.
 *
 * @throws {Error} naming the missing or invalid variable
 */
export function choosePlaces(deps: ProviderDeps): PlacesProvider {
  const kit = createKit('PLACES_PROVIDER', deps)
  const adapters = make('PLACES_PROVIDER', deps, kit, PLACES)
  for (const operation of ['autocomplete', 'reverse'] as const) {
    if (adapters.some((adapter) => adapter[operation])) continue
    throw new Error(`PLACES_PROVIDER lists no provider that can ${operation}; add one, such as embedded`)
  }
  return chainPlaces(adapters, kit)
}

/**
 * Providers that are free. Only these look up the addresses of a quote's points: each quote has several, and a paid provider
 * would bill each.
 */
const FREE_PLACES = ['embedded', 'photon', 'nominatim']

/**
 * Creates a function that finds names for the points of quotes. It asks only the free providers in PLACES_PROVIDER. If there
 * are none, it returns null for every point.
 */
export function choosePointNames(deps: ProviderDeps): NamePoint {
  const get = (name: string) =>
    name === 'PLACES_PROVIDER'
      ? (deps.get(name) || 'embedded').split(',').filter((one) => FREE_PLACES.includes(one.trim())).join()
      : deps.get(name)
  if (!get('PLACES_PROVIDER')) return () => Promise.resolve(null)
  return namePoints(choosePlaces({ ...deps, get }))
}

/**
 * Creates the routes providers that ROUTES_PROVIDER lists, combines them in this order, and caches their routes.
 *
 * @throws {Error} naming the missing or invalid variable
 */
export function chooseRoutes(deps: ProviderDeps): RoutesProvider {
  const kit = createKit('ROUTES_PROVIDER', deps)
  return cacheRoutes(chainRoutes(make('ROUTES_PROVIDER', deps, kit, ROUTES), kit))
}

function make<Adapter>(variable: string, { get }: ProviderDeps, kit: Kit, makers: Makers<Adapter>): Adapter[] {
  const named = (get(variable) ?? '').split(',').map((name) => name.trim()).filter(Boolean)
  const names = named.length > 0 ? new Set(named) : ['embedded']
  return [...names].map((name) => {
    const maker = Object.hasOwn(makers, name) ? makers[name] : undefined
    if (!maker) throw new Error(`${variable} names "${name}"; known are: ${Object.keys(makers).join(', ')}`)
    return maker(kit)
  })
}

/**
 * Creates a function that returns the country of the imported region; '' if unknown, or if PLACES_PROVIDER lists another provider
 * than the region itself.
 */
export function chooseRegionCountry({ get, region }: ProviderDeps): () => Promise<string> {
  const isAlone = (get('PLACES_PROVIDER') || 'embedded').trim() === 'embedded'
  return async () => isAlone ? (await region.places()).file.country : ''
}
