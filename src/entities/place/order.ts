import { distanceKm, type LatLng } from '@/lib/geo/geo'
import { matchOf } from './match'
import type { Suggestion } from './model'

/** The fit of a suggestion whose name does not contain the typed text. */
const OTHER = 3

/**
 * How well a suggestion matches the typed text; 0 is the best match. 0: the typed text is its whole name. 1: the typed text is
 * one or more whole words of its name. 2: a word begins with the typed text. 3: none of these.
 */
function fitOf({ main_text, description }: Suggestion, typed: string): number {
  const parts = matchOf(main_text || description, typed)
  if (!parts) return OTHER
  const [before, , after] = parts
  if (before === '' && after === '') return 0
  return /^[\p{L}\p{N}]/u.test(after) ? 2 : 1
}

/**
 * Sorts suggestions by how well they match, and equally good ones by distance. The provider's order is kept in three cases: the
 * text contains a number (an address), one of the suggestions has no point, or `from` is unknown. It is also kept among
 * suggestions whose name does not contain the typed text: "Bahnhof Schaan" is a kind and a town, and only the provider knows
 * that a station fits better than a street that is nearer.
 */
export function byDistance(suggestions: readonly Suggestion[], typed: string, from: LatLng | null): Suggestion[] {
  if (!from || /\d/.test(typed) || suggestions.some(({ lat, lng }) => lat === undefined || lng === undefined)) {
    return [...suggestions]
  }
  const far = ({ lat = 0, lng = 0 }: Suggestion) => distanceKm(from, { lat, lng })
  const fits = new Map(suggestions.map((one) => [one, fitOf(one, typed)]))
  return suggestions.toSorted((a, b) => {
    const [fit = OTHER, better = OTHER] = [fits.get(a), fits.get(b)]
    return fit - better || (fit === OTHER ? 0 : far(a) - far(b))
  })
}
