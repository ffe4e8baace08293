import { figure, maybe, shaped, text } from '../storage/shape'

/** A point on the earth, in degrees. This module has shared types and simple geometry; heavier geometry runs on the server. */
export interface LatLng {
  lat: number
  lng: number
}

/** A point with its address. */
export interface Place extends LatLng {
  /** The address in the language of the person who chose the place. */
  add: string
  /**
   * The address in the local language, if it differs from `add`. Bookings store this one, because people with other languages
   * read them, too.
   */
  local?: string
}

/** Returns a place as it is stored: with the address in the local language, which matches the street signs. */
export const keptPlace = ({ lat, lng, add, local }: Place): Place => ({ lat, lng, add: local ?? add })

export const isPlace = shaped<Place>({ lat: figure, lng: figure, add: text, local: maybe(text) })

/** Reads places from a JSON column, such as a booking's stops. Skips values that are no places. */
export function readPlaces(value: unknown): Place[] {
  if (!Array.isArray(value)) return []
  return value.filter(isPlace).map(({ lat, lng, add }) => ({ lat, lng, add }))
}

/** A box as [west, south, east, north], in degrees. */
export type Bbox = [number, number, number, number]

/**
 * Decodes an encoded polyline (precision 5) to [lng, lat] pairs, GeoJSON's order. Source: Google's Encoded Polyline Algorithm
 * Format.
 */
export function decodePolyline(encoded: string): [number, number][] {
  const points: [number, number][] = []
  let index = 0
  let lat = 0
  let lng = 0
  const next = () => {
    let shift = 0
    let result = 0
    let byte = 0x20
    while (byte >= 0x20 && index < encoded.length) {
      byte = encoded.charCodeAt(index++) - 63
      result |= (byte & 0x1f) << shift
      shift += 5
    }
    return result & 1 ? ~(result >> 1) : result >> 1
  }
  while (index < encoded.length) {
    lat += next()
    lng += next()
    points.push([lng / 1e5, lat / 1e5])
  }
  return points
}

/** Returns the points of an encoded polyline. */
export const pointsOfPolyline = (encoded: string): LatLng[] =>
  decodePolyline(encoded).map(([lng, lat]) => ({ lat, lng }))

/** Returns the smallest box around the points; null if there are none. */
export function boundsOf(points: readonly LatLng[]): Bbox | null {
  const [first] = points
  if (!first) return null
  const box: Bbox = [first.lng, first.lat, first.lng, first.lat]
  for (const { lat, lng } of points) {
    box[0] = Math.min(box[0], lng)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lng)
    box[3] = Math.max(box[3], lat)
  }
  return box
}

/** Returns the south-western and the north-eastern corner of a box, as points. */
export const cornersOf = ([west, south, east, north]: Bbox): LatLng[] => [
  { lat: south, lng: west },
  { lat: north, lng: east }
]

/** Returns the great-circle distance of two points in kilometres (haversine, mean earth radius). */
export function distanceKm(a: LatLng, b: LatLng): number {
  const rad = Math.PI / 180
  const dLat = (b.lat - a.lat) * rad
  const dLng = (b.lng - a.lng) * rad
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2
  return 12742 * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Returns a circle around a place as a closed ring of [lng, lat]. It is accurate for radii of a few hundred metres. */
export function circleAround({ lat, lng }: LatLng, metres: number, corners = 64): [number, number][] {
  const high = metres / 111_195
  const wide = high / Math.cos((lat * Math.PI) / 180)
  return Array.from({ length: corners + 1 }, (_, index) => {
    const turn = (2 * Math.PI * (index % corners)) / corners
    return [lng + wide * Math.sin(turn), lat + high * Math.cos(turn)]
  })
}

/** Returns a point as "lat,lng", the form in which the edge functions for places and routes expect it. */
export const latLngText = ({ lat, lng }: LatLng) => `${lat.toFixed(6)},${lng.toFixed(6)}`

/**
 * Returns a position without the digits that a phone cannot measure. Coordinates are rounded to about a decimetre, and the
 * direction to a degree. A driver's phone sends thousands of positions in a shift, so each should be short.
 */
export const shortFix = ({ lat, lng, heading }: LatLng & { heading: number | null }) => ({
  lat: Number(lat.toFixed(6)),
  lng: Number(lng.toFixed(6)),
  ...(heading !== null && { heading: Math.round(heading) % 360 })
})
