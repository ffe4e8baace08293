import type { Budget } from '../../http-client/client.ts'
import type { DriveOptions, LatLng, Measure, Route, RouteOptions, Suggestion } from '../geometry/types.ts'

/** Options of requests that return names. */
export interface NameOptions {
  /** BCP 47 tag of the reader's language. A place without a name in this language gets its local name. */
  language?: string
}

/** Options of a place search. */
export interface SearchOptions extends NameOptions {
  /** The position of the person or of their map: places near it come first. */
  near?: LatLng
  /** ISO 3166 code of two letters: find only places of this country. */
  country?: string
  /**
   * A random key of the client for one search, from the first keystroke to the choice: providers bill these requests as one.
   */
  session?: string
}

export type PlaceOptions = Pick<SearchOptions, 'session' | 'language'>

/** Maximum length of a place's id, including the provider's name as its prefix. */
export const MAX_PLACE_ID = 1000

/** The position of a place. */
export interface Located extends LatLng {
  /** The place's address for storing, if the provider's terms forbid storing the text of the suggestion. */
  address?: string
}

/** Finds and names places; the same interface for each provider. */
export interface PlacesProvider {
  /** Returns the places that match a typed text, best first. */
  autocomplete(keyword: string, options?: SearchOptions): Promise<Suggestion[]>
  /** Returns the position of a place that `autocomplete` found; null if the id is unknown. */
  coordinates(placeId: string, options?: PlaceOptions): Promise<Located | null>
  /** Returns one line that names a point, such as its address; null if the provider knows no name. */
  reverse(point: LatLng, options?: NameOptions): Promise<string | null>
}

/**
 * Returns one line that names a point, for storing with a quote; null if no provider knows a name or all fail. Never throws.
 */
export type NamePoint = (point: LatLng) => Promise<string | null>

/** Options of a matrix request. */
export interface MatrixOptions extends DriveOptions {
  /** Whether only providers that do not bill may be asked. */
  isFree?: boolean
}

/** Finds routes on roads; the same interface for each provider. */
export interface RoutesProvider {
  /** Returns the quickest route through 2 to 25 points; null if there is none. */
  route(points: readonly LatLng[], options?: RouteOptions): Promise<Route | null>
  /** Returns distance and time from each start (row) to each destination (column); a cell is null if there is no route. */
  matrix(starts: readonly LatLng[], dests: readonly LatLng[], options?: MatrixOptions): Promise<(Measure | null)[][]>
  /** Returns whether the route is cached, so that it is not requested from the provider again. */
  knows?(points: readonly LatLng[], options?: DriveOptions): boolean
}

/**
 * A single provider of places, with the operations that it supports and its own ids. Each method throws if the provider fails.
 */
export interface PlacesAdapter {
  name: string
  autocomplete?(keyword: string, options: SearchOptions, budget: Budget): Promise<Suggestion[]>
  coordinates?(placeId: string, options: PlaceOptions, budget: Budget): Promise<Located | null>
  reverse?(point: LatLng, options: NameOptions, budget: Budget): Promise<string | null>
}

/** A single provider of routes. If there is no route, the result is null; the methods throw only if the provider fails. */
export interface RoutesAdapter {
  name: string
  /** Whether the provider bills requests. */
  isPaid?: boolean
  route(points: readonly LatLng[], options: RouteOptions, budget: Budget): Promise<Route | null>
  matrix(
    starts: readonly LatLng[],
    dests: readonly LatLng[],
    budget: Budget,
    options?: DriveOptions,
  ): Promise<(Measure | null)[][]>
}
