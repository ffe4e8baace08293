import type { AsPlainObject } from 'minisearch'
import type { LatLng } from '../geometry/types.ts'

/** Names in other languages, by BCP 47 tag: `{ar: 'فادوز'}`. */
export type Names = Record<string, string>

/** Houses of a street whose addresses are equal after the house number (same town and postcode). */
export interface Houses {
  /** The houses' town, if it differs from the street's area. */
  city?: string
  postcode?: string
  /** House numbers, joined by `;`. A `~` before a number marks an interpolated position. */
  numbers: string
  /** Positions of the houses in the same order as `numbers`, as a polyline of precision 5. */
  at: string
}

/** A place that can be found by name. */
export interface Place extends LatLng {
  /** Opaque and stable: the same for each import of the same data. */
  id: string
  /** `street`, `locality`, or what a POI is (`restaurant`, `station`, …). */
  kind: string
  name: string
  /** The name in other languages, where it differs. */
  names?: Names
  /** Town or municipality; empty when unknown. */
  area: string
  /** ISO 3166 code of two letters, if it is not the region's; empty if unknown. */
  country?: string
  postcode?: string
  /** The surrounding village and its postcode: searchable but not shown, because the data has no borders of either. */
  around?: string
  /** Street and number of a POI. */
  street?: string
  /** Further names of the place in one text. */
  alt?: string
  /** Importance of a locality, 1 to 5. */
  rank?: number
  /** Course of a street, polylines of precision 5. */
  lines?: string[]
  /** Houses of a street. */
  houses?: Houses[]
}

/** The place index of a region, as `places.json` holds it. */
export interface PlacesFile {
  version: 2
  /** Name of the region, shown after towns. */
  region: string
  /** ISO 3166 code of the country that most of the region is part of; empty when unknown. */
  country: string
  /** [west, south, east, north] in degrees. */
  bbox: [number, number, number, number]
  center: LatLng
  /** Names of areas and of the region in other languages. */
  areas: Record<string, Names>
  places: Place[]
  /**
   * Crossings of two streets. `first` and `second` are indexes into `places`, the smaller one first; `at` has their points as a
   * polyline of precision 5; `area` is set if it differs from the first street's.
   */
  crossings: [first: number, second: number, at: string, area?: string][]
  /** The index of all words, as MiniSearch stores it; without it they are indexed on loading. */
  index?: AsPlainObject
}
