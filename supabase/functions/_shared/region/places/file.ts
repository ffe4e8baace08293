import type { AsPlainObject } from 'minisearch'
import type { LatLng } from '../geometry/types.ts'

/** Names in other languages, by BCP 47 tag: `{ar: 'فادوز'}`. */
export type Names = Record<string, string>

/** A group of houses on one street with the same town and postcode. */
export interface Houses {
  /** Town of the houses, if it differs from the town of the street (`area`). */
  city?: string
  postcode?: string
  /** House numbers, joined by `;`. A `~` before a number marks an interpolated position. */
  numbers: string
  /** Positions of the houses in the same order as `numbers`, as a polyline of precision 5. */
  at: string
}

/** A place that can be found by name. */
export interface Place extends LatLng {
  /** Opaque id, which is the same after each import of the same data. */
  id: string
  /** `street`, `locality`, or what a POI is (`restaurant`, `station`, …). */
  kind: string
  name: string
  /** The name in other languages, where it differs. */
  names?: Names
  /** Town or municipality of the place; empty if unknown. */
  area: string
  /** Country of the place (ISO 3166 code of two letters). Absent if it is the region's country; empty if unknown. */
  country?: string
  postcode?: string
  /**
   * Postcode and name of the village around the place. They are searchable but not shown, because the data does not have the
   * exact borders of villages and postcodes.
   */
  around?: string
  /** Street and house number of a POI. */
  street?: string
  /** Other names of the place, such as old or short ones, joined in one text. */
  alt?: string
  /** Only of a locality: its importance, 1 to 5. */
  rank?: number
  /** Only of a street: its course, as polylines of precision 5. */
  lines?: string[]
  /** Only of a street: its houses. */
  houses?: Houses[]
}

/** The place index of a region, as `places.json` holds it. */
export interface PlacesFile {
  version: 2
  /** Name of the region, which is shown after the name of a town. */
  region: string
  /** ISO 3166 code of the country that contains most of the region; empty if unknown. */
  country: string
  /** Box around the region: [west, south, east, north] in degrees. */
  bbox: [number, number, number, number]
  center: LatLng
  /** Translated names of the towns (`area` of the places) and of the region. The key is the local name. */
  areas: Record<string, Names>
  places: Place[]
  /**
   * Crossings of two streets. `first` and `second` are the streets as indexes into `places`, the smaller index first. `at`
   * holds the points where they meet, as a polyline of precision 5. `area` is the crossings' town, if it differs from the first
   * street's.
   */
  crossings: [first: number, second: number, at: string, area?: string][]
  /** The search index of all words, as MiniSearch stores it. If it is absent, it is built when the file is loaded. */
  index?: AsPlainObject
}
