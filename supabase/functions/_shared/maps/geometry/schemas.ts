// Shapes of points, ways and places, as they travel and as the code knows them (`types.ts` derives its types from here).
import * as z from 'zod/mini'
import { parseLatLng, parsePoints } from './parse.ts'

/** A point in degrees (WGS 84). */
export const latLng = z.object({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
})

/** "lat,lng" in degrees. @param hint error message for any other text */
export const latLngText = (hint: string) => parsed(z.string({ error: hint }), parseLatLng, hint)

/** Points as "lat,lng", joined by "|", at least so many. @param hint error message for any other text */
export const pointsText = (hint: string, least: number) =>
  z.pipe(parsed(z.string({ error: hint }), parsePoints, hint), z.array(latLng).check(z.minLength(least, hint)))

function parsed<Result>(text: z.ZodMiniString, parse: (text: string) => Result | null, hint: string) {
  return z.pipe(
    text,
    z.transform((value, context): Result => {
      const result = parse(value)
      if (result !== null) return result
      context.issues.push({ code: 'custom', message: hint, input: value })
      return z.NEVER
    }),
  )
}

/** Of a way. */
export const measure = z.object({
  /** Kilometres, to the metre. */
  distance_in_km: z.number(),
  /** Whole seconds of driving, without stops. */
  time_in_secs: z.int(),
})

export const manoeuvre = z.enum([
  'depart',
  'straight',
  'slight_left',
  'left',
  'sharp_left',
  'slight_right',
  'right',
  'sharp_right',
  'uturn',
  'roundabout',
  'arrive',
])

/** A manoeuvre and the stretch that follows it, until the next one. */
export const step = z.object({
  ...latLng.shape,
  ...measure.shape,
  manoeuvre,
  /** The street that is driven afterwards; empty when it has no name. */
  name: z.string(),
  /** Of a roundabout: the exit to take, counted from 1. */
  exit: z.exactOptional(z.int()),
})

/** A way through all points in order. */
const way = z.object({
  ...measure.shape,
  /** Polyline of precision 5. */
  polylinePoints: z.string(),
  /** Manoeuvres, if they were requested. */
  steps: z.exactOptional(z.array(step)),
})

export const route = z.object({
  ...way.shape,
  /** Other good routes between the same two points, quickest first, if they were requested. */
  alternatives: z.exactOptional(z.array(way)),
})

/** One hit of a search. Without a point where the provider tells it only of the place that is chosen. */
export const suggestion = z.object({
  /** Opaque; resolved by `places/coordinates`. */
  place_id: z.string(),
  /** One line: main text, then secondary text. */
  description: z.string(),
  main_text: z.string(),
  secondary_text: z.string(),
  /**
   * `address`, `interpolated` (a house number reckoned between its neighbours), `street`, `crossing`, `locality`, or what
   * a POI is (`restaurant`, `station`, …).
   */
  kind: z.string(),
  /**
   * What people there call it, in one line: the words to keep with the point, for every reader. Without it
   * `places/coordinates` tells them.
   */
  local: z.exactOptional(z.string()),
  lat: z.exactOptional(z.number()),
  lng: z.exactOptional(z.number()),
})
