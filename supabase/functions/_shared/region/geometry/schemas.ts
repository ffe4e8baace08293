// Schemas of points, routes and places; the types in `types.ts` are derived from them.
import * as z from 'zod/mini'
import { parseLatLng, parsePoints } from './parse.ts'

/** A geographic point in degrees (WGS 84). */
export const latLng = z.object({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
})

/** Schema of a text "lat,lng" in degrees, which is parsed into a point. @param hint error message for any other text */
export const latLngText = (hint: string) => parsed(z.string({ error: hint }), parseLatLng, hint)

/** Schema of a text with at least `least` points: "lat,lng" joined by "|". @param hint error message for any other text */
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

/** Distance and driving time of a route or of one part of a route. */
export const measure = z.object({
  /** Kilometres, rounded to the metre. */
  distance_in_km: z.number(),
  /** Driving time in whole seconds, without stops. */
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

/** A step of driving directions: a manoeuvre, and the distance and time from it to the next manoeuvre. */
export const step = z.object({
  ...latLng.shape,
  ...measure.shape,
  manoeuvre,
  /** The street after the manoeuvre; empty if it has no name. */
  name: z.string(),
  /** For a roundabout: the exit to take, counted from 1. */
  exit: z.exactOptional(z.int()),
})

/** A route through all requested points in order. */
const way = z.object({
  ...measure.shape,
  /** The course of the route, as a polyline of precision 5. */
  polylinePoints: z.string(),
  /** Manoeuvres of the route; present if they were requested. */
  steps: z.exactOptional(z.array(step)),
})

export const route = z.object({
  ...way.shape,
  /** Other good routes between the same two points, quickest first; present if they were requested. */
  alternatives: z.exactOptional(z.array(way)),
})

/** One hit of a place search. `lat` and `lng` are absent if the provider returns the position only for the chosen hit. */
export const suggestion = z.object({
  /** Opaque id of the hit, for which the endpoint `places/coordinates` returns the position. */
  place_id: z.string(),
  /** The hit as one line: its main text, then its secondary text. */
  description: z.string(),
  main_text: z.string(),
  secondary_text: z.string(),
  /**
   * What the hit is: `address`, `interpolated` (a house number between known ones), `street`, `crossing`, `locality`, or the
   * kind of a POI (`restaurant`, `station`, …).
   */
  kind: z.string(),
  /**
   * The place's name in the local language, in one line. It is the text to store with the point, because people with different
   * languages read it. If it is absent, the endpoint `places/coordinates` returns it.
   */
  local: z.exactOptional(z.string()),
  lat: z.exactOptional(z.number()),
  lng: z.exactOptional(z.number()),
})
