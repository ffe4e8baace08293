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
}

/** One hit of a place search. */
export interface PlaceHit {
  /** Opaque; resolved by `coordinates`. */
  place_id: string
  /** One line: main text, then secondary text. */
  description: string
  main_text: string
  secondary_text: string
  /** `address`, `street`, `locality`, or what a POI is (`restaurant`, `station`, …). */
  kind: string
  lat: number
  lng: number
}
