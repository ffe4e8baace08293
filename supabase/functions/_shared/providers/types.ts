import type { LatLng, PlaceHit, Route, RouteWishes } from '../geo/types.ts'

/** Names points and finds places. Shapes are the same for each provider. */
export interface PlacesProvider {
  /** Places that fit what was typed, best first. */
  autocomplete(keyword: string, near: LatLng | undefined): Promise<PlaceHit[]>
  /** Where a place of `autocomplete` is; null when the id is unknown. */
  coordinates(placeId: string): Promise<LatLng | null>
  /** One line that names a point; null outside the region. */
  reverse(point: LatLng): Promise<string | null>
}

export type Measure = Pick<Route, 'distance_in_km' | 'time_in_secs'>

/** Finds ways on roads. */
export interface RoutesProvider {
  /** The quickest route through 2 to 25 points; null when there is none. */
  route(points: readonly LatLng[], wishes?: RouteWishes): Promise<Route | null>
  /** Distance and time from each start (rows) to each destination; null where no way leads. */
  matrix(starts: readonly LatLng[], dests: readonly LatLng[]): Promise<(Measure | null)[][]>
}
