import type { Budget } from '../../http-client/client.ts'
import type { LatLng, Measure, Route, RouteOptions, Suggestion } from '../geometry/types.ts'

/** How names are to be written. */
export interface NameOptions {
  /** BCP 47 tag of the reader's language; the place's own where the provider does not know it. */
  language?: string
}

/** What a search of places should keep to. */
export interface SearchOptions extends NameOptions {
  /** Where the person looks: what is near comes first. */
  near?: LatLng
  /** ISO 3166 code of two letters: only places of this country. */
  country?: string
  /** Opaque, of the client: ties the keystrokes of one search to the choice that ends it, which providers bill as one. */
  session?: string
}

export type PlaceOptions = Pick<SearchOptions, 'session' | 'language'>

/** Characters that an id may have, with the name of the provider before it. */
export const MAX_PLACE_ID = 1000

/** Where a place is. */
export interface Located extends LatLng {
  /** Words that may be kept with the point, where those of the suggestion may not. */
  address?: string
}

/** Names points and finds places. Shapes are the same for each provider. */
export interface PlacesProvider {
  /** Places that fit what was typed, best first. */
  autocomplete(keyword: string, options?: SearchOptions): Promise<Suggestion[]>
  /** Where a place of `autocomplete` is; null when the id is unknown. */
  coordinates(placeId: string, options?: PlaceOptions): Promise<Located | null>
  /** One line that names a point; null outside the region. */
  reverse(point: LatLng, options?: NameOptions): Promise<string | null>
}

/** One line that names a point, for the server's own records; null if no provider knows one. Never fails. */
export type NamePoint = (point: LatLng) => Promise<string | null>

/** Which providers are asked. */
export interface MatrixOptions {
  /** Only providers that do not bill. */
  isFree?: boolean
}

/** Finds ways on roads. */
export interface RoutesProvider {
  /** The quickest route through 2 to 25 points; null when there is none. */
  route(points: readonly LatLng[], options?: RouteOptions): Promise<Route | null>
  /** Distance and time from each start (rows) to each destination; null where no way leads. */
  matrix(starts: readonly LatLng[], dests: readonly LatLng[], options?: MatrixOptions): Promise<(Measure | null)[][]>
  /** Whether the route is at hand, so that asking for it costs nothing. */
  knows?(points: readonly LatLng[]): boolean
}

/** A provider of places: the operations that it has. Ids are its own. Each throws when the provider fails. */
export interface PlacesAdapter {
  name: string
  autocomplete?(keyword: string, options: SearchOptions, budget: Budget): Promise<Suggestion[]>
  coordinates?(placeId: string, options: PlaceOptions, budget: Budget): Promise<Located | null>
  reverse?(point: LatLng, options: NameOptions, budget: Budget): Promise<string | null>
}

/** A provider of routes. "No way" is an answer (null); throws when the provider fails. */
export interface RoutesAdapter {
  name: string
  /** Bills for what it is asked. */
  isPaid?: boolean
  route(points: readonly LatLng[], options: RouteOptions, budget: Budget): Promise<Route | null>
  matrix(starts: readonly LatLng[], dests: readonly LatLng[], budget: Budget): Promise<(Measure | null)[][]>
}
