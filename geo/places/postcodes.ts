import type { Tags } from '../osm/primitives.ts'
import type { Spot } from './spots.ts'

/** The postcode of a settlement or municipality, if it has only one. */
export function postcodeOf(tags: Tags): string {
  const written = tags.postal_code ?? tags['openGeoDB:postal_codes'] ?? ''
  return /[;,]/.test(written) ? '' : written.trim()
}

/** An element's postcode without a country before it ("LI-9496"). */
export function plainPostcode(tags: Tags): string {
  return (tags['addr:postcode'] ?? '').replace(/^[A-Z]{1,2}-/, '')
}

/** Plausible postcodes: those of more than one address, and others of the same length. The rest is mistyped ("94490"). */
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

/** The most frequent postcode of addresses in an area; empty without one. */
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
