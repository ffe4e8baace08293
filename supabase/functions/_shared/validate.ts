import type { LatLng } from './geo/types.ts'

/** Reads "lat,lng" in degrees; null when it is none. */
export function parseLatLng(value: unknown): LatLng | null {
  if (typeof value !== 'string') return null
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(value) ?? []
  return toLatLng(Number(lat), Number(lng))
}

/** Checks a pair of degrees; null when it is no point on earth. */
export function toLatLng(lat: unknown, lng: unknown): LatLng | null {
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

/** Reads a list of "lat,lng" joined by "|"; null when one of them is none. Nothing is an empty list. */
export function parsePoints(value: unknown): LatLng[] | null {
  if (value === undefined || value === null || value === '') return []
  if (typeof value !== 'string') return null
  const points = value.split('|').map(parseLatLng)
  return points.every((point) => point !== null) ? points : null
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** Whether the database can keep every text in a JSON value: no zero character, no half of a surrogate pair. */
export function isStorable(value: unknown): boolean {
  // A list of what is left instead of recursion, which a deeply nested body would overflow.
  const left: unknown[] = [value]
  while (left.length > 0) {
    const part = left.pop()
    if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed())) return false
    if (typeof part === 'object' && part !== null) {
      for (const [name, inner] of Object.entries(part)) left.push(name, inner)
    }
  }
  return true
}

/** At most so many characters of a text, and no half one at the end. */
export function shorten(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
