import type { LatLng } from './types.ts'

/** A place that can be found by name. */
export interface Place extends LatLng {
  /** Opaque and stable: the same for each import of the same data. */
  id: string
  /** `address`, `street`, `locality`, or what a POI is (`restaurant`, `station`, …). */
  kind: string
  /** Name; of an address, its street. */
  name: string
  /** House number of an address. */
  number?: string
  /** Town or municipality; empty when unknown. */
  area: string
  postcode?: string
  /** Street and number of a POI. */
  street?: string
  /** Other names. */
  alt?: string
  /** Importance of a locality, 1 to 5. */
  rank?: number
  /** Course of a street, polylines of precision 5. */
  lines?: string[]
}

/** The place index of a region, as `places.json` holds it. */
export interface PlacesFile {
  version: 1
  /** Name of the region, shown behind towns. */
  region: string
  /** [west, south, east, north] in degrees. */
  bbox: [number, number, number, number]
  center: LatLng
  places: Place[]
}
