import { distanceKm, type LatLng } from '@/lib/geo'
import { matchOf } from './match'
import type { Suggestion } from './model'

/**
 * How well a suggestion matches the typed text; 0 is the best match. 0: the typed text is its whole name. 1: the typed text is
 * one or more whole words of its name. 2: a word begins with the typed text. 3: none of these.
 */
function fitOf({ main_text, description }: Suggestion, typed: string): number {
  const parts = matchOf(main_text || description, typed)
  if (!parts) return 3
  const [before, , after] = parts
  if (before === '' && after === '') return 0
  return /^[\p{L}\p{N}]/u.test(after) ? 2 : 1
}

/**
 * Sorts suggestions by how well they match, and equally good ones by distance. The provider's order is kept in three cases: the
 * text contains a number (an address), one of the suggestions has no point, or `from` is unknown.
 */
export function byDistance(suggestions: readonly Suggestion[], typed: string, from: LatLng | null): Suggestion[] {
  if (!from || /\d/.test(typed) || suggestions.some(({ lat, lng }) => lat === undefined || lng === undefined)) {
    return [...suggestions]
  }
  const far = ({ lat = 0, lng = 0 }: Suggestion) => distanceKm(from, { lat, lng })
  return suggestions.toSorted((a, b) => fitOf(a, typed) - fitOf(b, typed) || far(a) - far(b))
}
