/** A point on earth, in degrees. */
export interface LatLng {
  lat: number
  lng: number
}

/** Reads "lat,lng" in degrees; null for any other text. */
export function parseLatLng(value: unknown): LatLng | null {
  if (typeof value !== 'string') return null
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(value) ?? []
  return toLatLng(Number(lat), Number(lng))
}

/** Returns the point of a latitude and a longitude in degrees; null if they are no point on earth. */
export function toLatLng(lat: unknown, lng: unknown): LatLng | null {
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

/** Reads points as "lat,lng" joined by "|"; null if one cannot be read. An empty text is an empty list. */
export function parsePoints(value: unknown): LatLng[] | null {
  if (value === undefined || value === null || value === '') return []
  if (typeof value !== 'string') return null
  const points = value.split('|').map(parseLatLng)
  return points.every((point) => point !== null) ? points : null
}
