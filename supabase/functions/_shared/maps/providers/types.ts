import type { Budget } from '../../http-client/client.ts'
import type { LatLng, Measure, Route, RouteOptions, Suggestion } from '../geometry/types.ts'

/** The language of names. */
export interface NameOptions {
  /** BCP 47 tag of the reader's language. Without a name in it, the provider returns the place's local name. */
  language?: string
}

/** Options of a place search. */
export interface SearchOptions extends NameOptions {
  /** Where the person looks: near places come first. */
  near?: LatLng
  /** ISO 3166 code of two letters: only places of this country. */
  country?: string
  /** A client's opaque key: ties the keystrokes of one search to the final choice, which providers bill as one. */
  session?: string
}

export type PlaceOptions = Pick<SearchOptions, 'session' | 'language'>

/** Maximum length of an id, including the provider's name. */
export const MAX_PLACE_ID = 1000

/** Where a place is. */
export interface Located extends LatLng {
  /** Text that may be stored with the point, if that of the suggestion may not. */
  address?: string
}

/** Finds and names places; the same for each provider. */
export interface PlacesProvider {
  /** Places that match the typed text, best first. */
  autocomplete(keyword: string, options?: SearchOptions): Promise<Suggestion[]>
  /** Where a place of `autocomplete` is; null if the id is unknown. */
  coordinates(placeId: string, options?: PlaceOptions): Promise<Located | null>
  /** One line that names a point; null outside the region. */
  reverse(point: LatLng, options?: NameOptions): Promise<string | null>
}

/** One line that names a point, for the server's own records; null if no provider knows one. Never fails. */
export type NamePoint = (point: LatLng) => Promise<string | null>

/** Limits which providers may be asked for a matrix. */
export interface MatrixOptions {
  /** Whether only providers that do not bill may be asked. */
  isFree?: boolean
}

/** Finds routes on roads. */
export interface RoutesProvider {
  /** The quickest route through 2 to 25 points; null when there is none. */
  route(points: readonly LatLng[], options?: RouteOptions): Promise<Route | null>
  /** Distance and time from each start (rows) to each destination; null without a route. */
  matrix(starts: readonly LatLng[], dests: readonly LatLng[], options?: MatrixOptions): Promise<(Measure | null)[][]>
  /** Whether the route is cached, so that requesting it costs nothing. */
  knows?(points: readonly LatLng[]): boolean
}

/** A provider of places: the operations that it has, with its own ids. Each throws if the provider fails. */
export interface PlacesAdapter {
  name: string
  autocomplete?(keyword: string, options: SearchOptions, budget: Budget): Promise<Suggestion[]>
  coordinates?(placeId: string, options: PlaceOptions, budget: Budget): Promise<Located | null>
  reverse?(point: LatLng, options: NameOptions, budget: Budget): Promise<string | null>
}

/** A provider of routes. "No route" is a result (null); throws if the provider fails. */
export interface RoutesAdapter {
  name: string
  /** Whether the provider bills requests. */
  isPaid?: boolean
  route(points: readonly LatLng[], options: RouteOptions, budget: Budget): Promise<Route | null>
  matrix(starts: readonly LatLng[], dests: readonly LatLng[], budget: Budget): Promise<(Measure | null)[][]>
}
