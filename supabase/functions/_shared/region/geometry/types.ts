import type * as z from 'zod/mini'
import type { LatLng } from './parse.ts'
import type { manoeuvre, measure, route, step, suggestion } from './schemas.ts'

export type { LatLng }
export type Measure = z.output<typeof measure>
export type Manoeuvre = z.output<typeof manoeuvre>
export type Step = z.output<typeof step>
export type Route = z.output<typeof route>
export type Suggestion = z.output<typeof suggestion>

/** A suggestion of our own place index. It always has a position. */
export type PlaceHit = Suggestion & LatLng

/** How a drive begins. */
export interface DriveOptions {
  /**
   * What the first point is: a place where somebody gets in (the default), or a car on its way, which may be where no car stops.
   */
  from?: 'place' | 'car'
  /**
   * Minute of the week at which the drive begins, in the region's local time; 0 is Monday, 00:00. Without it, rules that depend
   * on the hour are not applied.
   */
  minute?: number
}

/** What a route should include in addition to its course. */
export interface RouteOptions extends DriveOptions {
  steps?: boolean
  alternatives?: boolean
}
