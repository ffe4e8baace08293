import type { Tags } from '../osm/primitives.ts'
import type { Spot } from './spots.ts'

/** Returns the postcode of a settlement or municipality; empty if it has several or none. */
export function postcodeOf(tags: Tags): string {
  const written = tags.postal_code ?? tags['openGeoDB:postal_codes'] ?? ''
  return /[;,]/.test(written) ? '' : written.trim()
}

/** Returns an address's postcode without the country before it: "9496" for "LI-9496". */
export function plainPostcode(tags: Tags): string {
  return (tags['addr:postcode'] ?? '').replace(/^[A-Z]{1,2}-/, '')
}

/**
 * Returns the plausible postcodes: those with the same pattern of digits and letters as a postcode that occurs more than once.
 * The rest is mistyped, such as "94490" where all others have four digits.
 */
export function crediblePostcodes(spots: Iterable<Spot>): Set<string> {
  const seen = new Set<string>()
  const shapes = new Set<string>()
  for (const { tags } of spots) {
    const code = plainPostcode(tags)
    if (code && seen.has(code)) shapes.add(shapeOf(code))
    seen.add(code)
  }
  return new Set([...seen].filter((code) => shapes.has(shapeOf(code))))
}

function shapeOf(code: string): string {
  return code.replace(/\d/g, '0').replace(/\p{L}/gu, 'a')
}

/** Creates a function that returns the most frequent postcode of an area's addresses; empty if no address has a postcode. */
export function commonPostcodes(spots: Iterable<Spot>, areaOf: (spot: Spot) => string): (area: string) => string {
  const counts = new Map<string, Map<string, number>>()
  for (const spot of spots) {
    const code = plainPostcode(spot.tags)
    if (!code) continue
    const area = areaOf(spot)
    const ofArea = counts.get(area) ?? new Map<string, number>()
    counts.set(area, ofArea.set(code, (ofArea.get(code) ?? 0) + 1))
  }
  return (area) => [...(counts.get(area) ?? [])].sort(([a, i], [b, j]) => j - i || (a < b ? -1 : 1))[0]?.[0] ?? ''
}
