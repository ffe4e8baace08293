import i18next from 'i18next'
import type { LatLng, Place } from '@/lib/geo/geo'
import { addressOf, type Suggestion } from '../model'
import { nameBeside, plainWords } from '../point-name'
import { autocomplete, locate } from '../queries'
import { addressAt } from '../reverse'
import type { RequestedPlace } from './read'

/** The result of looking up a place that a link names: the place, several places to choose from, or why none was found. */
export type Found =
  | { place: Place }
  /** Several places with this name, or a similar one, from which the person must choose. */
  | { choices: Suggestion[]; words: string }
  | { problem: 'coordinates' | 'too_long' | 'outside' | 'unknown' | 'choose' | 'failed'; words?: string }

interface Around {
  near: LatLng | null
  /** Returns whether a point is within the map's region. */
  covers: (point: LatLng) => boolean
}

/** Maximum number of places to choose from. */
const CHOICES = 5

/** Finds the place that a link names. The result is a place only if the link is unambiguous. */
export async function findRequested(asked: RequestedPlace, { near, covers }: Around): Promise<Found> {
  if ('problem' in asked) return asked
  if ('at' in asked) return covers(asked.at) ? { place: await named(asked.at, asked.label) } : { problem: 'outside' }
  const { words } = asked
  try {
    const suggestions = await autocomplete({
      searchKeyword: words,
      language: i18next.language,
      ...(near && { near: `${near.lat.toFixed(2)},${near.lng.toFixed(2)}` })
    })
    const certain = certainOf(suggestions, words)
    if (certain) return await foundBy(certain, covers)
    return suggestions.length > 0 ? { choices: suggestions.slice(0, CHOICES), words } : { problem: 'unknown', words }
  } catch {
    return { problem: 'failed', words }
  }
}

/** The place of a suggestion, or the problem if it is out of the region. @throws AppError if the provider has no coordinates */
export async function foundBy(suggestion: Suggestion, covers: Around['covers']): Promise<Found> {
  const place = await locate(suggestion, undefined)
  return covers(place) ? { place } : { problem: 'outside' }
}

/** The suggestion with exactly this name, if there is only one; otherwise null. */
function certainOf(suggestions: readonly Suggestion[], words: string): Suggestion | null {
  const wanted = plainWords(words)
  const namesOf = (one: Suggestion) => [one.main_text, one.description, addressOf(one)].map(plainWords)
  const [first, ...others] = suggestions.filter((one) => namesOf(one).includes(wanted))
  return first && others.length === 0 ? first : null
}

/**
 * A place at a point, with the name from the link. That name may be false, so a differing name from the map is added.
 */
async function named(at: LatLng, label: string): Promise<Place> {
  const place = await addressAt(at)
  if (!label) return place
  const under = (name: string) => {
    const known = nameBeside(label, name)?.split(', ') ?? []
    return [label, ...known.filter((part) => !label.includes(part))].join(', ')
  }
  return { ...at, add: under(place.add), ...(place.local && { local: under(place.local) }) }
}
