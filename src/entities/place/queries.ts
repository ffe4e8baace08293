import type { AutocompleteAnswered, AutocompleteAsked, CoordinatesAnswered, ReverseAnswered } from '@contract/places'
import i18next from 'i18next'
import useSWRImmutable from 'swr/immutable'
import { invoke, unwrap } from '@/lib/api'
import { AppError, toAppError } from '@/lib/errors'
import { type LatLng, latLngText, type Place } from '@/lib/geo'
import { supabase } from '@/lib/supabase'
import { addressOf, type Suggestion } from './model'

/** Where each answer is kept. */
export const placeKeys = {
  name: (at: string, language: string) => ['place-name', at, language] as const,
  saved: (userId: string) => ['saved-addresses', userId] as const,
  suggestions: (keyword: string, language: string, around: string | undefined) =>
    ['places', keyword, language, around] as const
}

/** The address nearest to a point, in the language of the page; the point itself stays where it was put. */
export async function reverse(point: LatLng): Promise<Place> {
  const wish = { latlng: latLngText(point), language: i18next.language }
  const { address, local } = await invoke<ReverseAnswered>('places/reverse', wish)
  return { ...point, add: address || latLngText(point), ...(local && { local }) }
}

/** The address of a point, or its coordinates where there is none. */
export const addressAt = (at: LatLng): Promise<Place> => reverse(at).catch(() => ({ ...at, add: latLngText(at) }))

/** What a search can go wrong by that the person can do something about. */
const shownErrors = new Set(['network_error', 'too_many_requests'])

/** Suggestions for what was typed so far, best first. @throws AppError `google_places_error` where the search fails */
export async function autocomplete(search: AutocompleteAsked): Promise<Suggestion[]> {
  try {
    const { searchResults } = await invoke<AutocompleteAnswered>('places/autocomplete', { ...search })
    return searchResults
  } catch (cause) {
    throw shownErrors.has(toAppError(cause).key) ? cause : new AppError('google_places_error', { cause })
  }
}

/** The words for a point that is only known by its position; its coordinates where there are none. */
export function usePlaceName(point: LatLng): string | undefined {
  const at = latLngText(point)
  const { data, error } = useSWRImmutable(placeKeys.name(at, i18next.language), () => reverse(point))
  return data?.add ?? (error ? at : undefined)
}

/**
 * The suggestion as a point with words.
 *
 * @param session of the search that the choice ends
 * @throws AppError `place_to_coords_error` where the provider knows no coordinates
 */
export async function locate(suggestion: Suggestion, session: string | undefined): Promise<Place> {
  const add = addressOf(suggestion)
  const { lat, lng, place_id, local } = suggestion
  if (lat !== undefined && lng !== undefined && local !== undefined) return { lat, lng, add, local }
  const wish = { place_id, session, language: i18next.language }
  const found = await invoke<CoordinatesAnswered>('places/coordinates', wish)
  if (!found.coords) throw new AppError('place_to_coords_error')
  return { ...found.coords, add: found.address || add, ...(found.local && { local: found.local }) }
}

/** As many names as the database takes, and so many places without one below them. */
const NAMED = 20
const RECENT = 6

/** A place that a person named, or where they are driven often. */
export interface SavedPlace {
  /** What they call it; null for a place that rides left behind. */
  label: string | null
  place: Place
}

/** One of the reader's own; without an id it is kept on this device. */
export interface OwnPlace extends SavedPlace {
  id: string | null
}

const rankOf = ({ label }: SavedPlace) => ['home', 'work'].indexOf(label?.toLowerCase() ?? '')

/** Home and work, then other names, then the places where this person is driven most often. */
export async function savedAddresses(userId: string): Promise<OwnPlace[]> {
  const rows = await unwrap(
    supabase
      .from('saved_addresses')
      .select('id, label, description, lat, lng')
      .eq('user_id', userId)
      .order('label', { nullsFirst: false })
      .order('count', { ascending: false })
      .limit(NAMED + RECENT)
  )
  const places = rows.map(({ id, label, description, lat, lng }) => ({
    id,
    label,
    place: { lat, lng, add: description }
  }))
  const named = places.filter(({ label }) => label !== null)
  const common = named.filter((one) => rankOf(one) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b))
  const others = named.filter((one) => rankOf(one) < 0)
  return [...common, ...others, ...places.filter(({ label }) => label === null).slice(0, RECENT)]
}
