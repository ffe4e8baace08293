/** A point in degrees (WGS 84). */
export interface LatLng {
  lat: number
  lng: number
}

/** A route through all points in order. */
export interface Route {
  /** Kilometres, to the metre. */
  distance_in_km: number
  /** Whole seconds of driving, without stops. */
  time_in_secs: number
  /** Polyline of precision 5. */
  polylinePoints: string
  /** What to do on the way, where it was wished for. */
  steps?: Step[]
  /** Other good ways between the same two points, quickest first, where they were wished for. */
  alternatives?: Route[]
}

/** What a route should come with. */
export interface RouteWishes {
  steps?: boolean
  alternatives?: boolean
}

export type Manoeuvre =
  | 'depart'
  | 'straight'
  | 'slight_left'
  | 'left'
  | 'sharp_left'
  | 'slight_right'
  | 'right'
  | 'sharp_right'
  | 'uturn'
  | 'roundabout'
  | 'arrive'

/** A manoeuvre and the stretch that follows it, until the next one. */
export interface Step extends LatLng {
  manoeuvre: Manoeuvre
  /** The street that is driven afterwards; empty when it has no name. */
  name: string
  /** Of a roundabout: the exit to take, counted from 1. */
  exit?: number
  distance_in_km: number
  time_in_secs: number
}

/** One hit of a place search. */
export interface PlaceHit {
  /** Opaque; resolved by `coordinates`. */
  place_id: string
  /** One line: main text, then secondary text. */
  description: string
  main_text: string
  secondary_text: string
  /**
   * `address`, `interpolated` (a house number reckoned between its neighbours), `street`, `crossing`, `locality`, or what
   * a POI is (`restaurant`, `station`, …).
   */
  kind: string
  lat: number
  lng: number
}
