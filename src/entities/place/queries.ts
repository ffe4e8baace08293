import type { AutocompleteAnswered, AutocompleteAsked, CoordinatesAnswered } from '@contract/places'
import i18next from 'i18next'
import type { Place } from '@/lib/geo/geo'
import { invoke, unwrap } from '@/lib/server/api'
import { AppError, toAppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import { addressOf, type Suggestion } from './model'

/** Cache keys of the queries in this file. */
export const placeKeys = {
  saved: (userId: string) => ['saved-addresses', userId] as const,
  suggestions: (keyword: string, language: string, around: string | undefined) =>
    ['places', keyword, language, around] as const
}

/** Errors of the search that are shown, because the person can do something about them. */
const shownErrors = new Set(['network_error', 'too_many_requests', 'map_of_other_country'])

/** Suggestions for the typed text, best first. @throws AppError one of `shownErrors`, otherwise `google_places_error` */
export async function autocomplete(search: AutocompleteAsked): Promise<Suggestion[]> {
  try {
    const { searchResults } = await invoke<AutocompleteAnswered>('places/autocomplete', { ...search })
    return searchResults
  } catch (cause) {
    throw shownErrors.has(toAppError(cause).key) ? cause : new AppError('google_places_error', { cause })
  }
}

/**
 * Returns the place of a suggestion, with its coordinates.
 *
 * @param session the id of the search session that ends with this choice
 * @throws AppError `place_to_coords_error` if the provider has no coordinates
 */
export async function locate(suggestion: Suggestion, session: string | undefined): Promise<Place> {
  const add = addressOf(suggestion)
  const { lat, lng, place_id, local } = suggestion
  if (lat !== undefined && lng !== undefined && local !== undefined) return { lat, lng, add, local }
  const request = { place_id, session, language: i18next.language }
  const found = await invoke<CoordinatesAnswered>('places/coordinates', request)
  if (!found.coords) throw new AppError('place_to_coords_error')
  return { ...found.coords, add: found.address || add, ...(found.local && { local: found.local }) }
}

/** Maximum number of named places to read: as many as the database allows. */
const NAMED = 20
/** Maximum number of unnamed places, which are listed below the named ones. */
const RECENT = 6

/** A place that a person named, or often travels to. */
export interface SavedPlace {
  /** The name that the person gave; null for a place that comes from earlier rides. */
  label: string | null
  place: Place
}

/** A saved place of the person. Without an id it is stored only on this device. */
export interface OwnPlace extends SavedPlace {
  id: string | null
}

const rankOf = ({ label }: SavedPlace) => ['home', 'work'].indexOf(label?.toLowerCase() ?? '')

/** Reads the person's places: home and work, then other named ones, then the places they travel to most often. */
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
