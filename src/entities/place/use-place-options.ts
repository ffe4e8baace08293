import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWRImmutable from 'swr/immutable'
import { distanceKm, type LatLng, type Place } from '@/lib/geo/geo'
import { AppError, toAppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { devicePosition } from './device-position'
import { MIN_KEYWORD, type Suggestion } from './model'
import { byDistance } from './order'
import { locate, type SavedPlace } from './queries'
import { addressAt, reverse } from './reverse'
import { keepRecent } from './saved/recent-places'
import { useSavedName } from './saved/saved-name'
import { useSavedPlaces } from './saved/use-saved-places'
import { createSearchSession } from './session'
import { useSuggestions } from './use-suggestions'

/**
 * A row of the list below a place field. Before typing: the device's position (`here`), choosing on the map (`map`), saving the
 * chosen place (`save`), each saved place (`saved`), and a dialog to change the saved places (`manage`). While typing: the typed
 * coordinates (`point`), saved places that fit the text, and search results (`found`).
 */
export type PlaceOption =
  | { id: string; kind: 'here' }
  | { id: string; kind: 'map' }
  | { id: string; kind: 'saved'; label: string | null; place: Place; distance_km: number | null }
  | { id: string; kind: 'save'; place: Place }
  | { id: string; kind: 'manage' }
  | { id: string; kind: 'point'; at: LatLng; label: string; distance_km: number | null }
  | { id: string; kind: 'found'; suggestion: Suggestion; missing: string | null; distance_km: number | null }

/** A row that gives the field a place. */
type Findable = Exclude<PlaceOption, { kind: 'save' | 'manage' }>

interface Sources {
  text: string
  open: boolean
  /** The place in the field. */
  value: Place | null
  userId: string | null
  /** Places offered before typing, instead of the person's own places and position; see `PlaceField`. */
  offered?: readonly SavedPlace[] | undefined
  /** A point; places near it are listed first. */
  near: LatLng | null
  /** The point from which distances are measured; null while unknown. */
  from: LatLng | null
  /** Whether to leave out the rows for choosing on the map and for saving the place, because they are offered elsewhere. */
  withoutMap: boolean
  /** Whether a point is within the map's region. */
  covers: (point: LatLng) => boolean
  /** Called with the place of the chosen row; with null for choosing on the map. */
  onFound: (place: Place | null) => void
}

/** The rows of the list for the typed text, and a function that chooses one. */
export function usePlaceOptions(sources: Sources) {
  const { text, open, value, userId, offered, near, from, withoutMap, covers, onFound } = sources
  const { t } = useTranslation('places')
  const [session] = useState(() => createSearchSession())
  const nameOf = useSavedName()
  const reader = useReader(open)
  const point = reader?.pointOf(text) ?? null
  const { suggestions, error, waiting } = useSuggestions({ text, enabled: open && !point, near, session })
  const own = useSavedPlaces(userId, open && !offered)
  const saved = offered ?? own
  const isNamed = own.some(({ label, place }) => label !== null && place.add === value?.add)

  const typed = text.trim().length >= MIN_KEYWORD
  const rowOf = ({ label, place }: SavedPlace, index: number) => ({
    id: `saved-${index}`,
    kind: 'saved' as const,
    label,
    place,
    distance_km: kmFrom(from, place)
  })
  const options: PlaceOption[] = typed
    ? [
        ...(point ? [{ id: 'point', kind: 'point' as const, ...point, distance_km: kmFrom(from, point.at) }] : []),
        ...(reader?.savedFor(saved, text, nameOf) ?? []).map(rowOf),
        ...byDistance(suggestions ?? [], text, from).map((suggestion) => ({
          id: suggestion.place_id,
          kind: 'found' as const,
          suggestion,
          missing: reader?.missingNumber(suggestion, text) ?? null,
          distance_km: kmFrom(from, suggestion)
        }))
      ]
    : [
        ...(offered ? [] : [{ id: 'here', kind: 'here' } as const]),
        ...(withoutMap || offered ? [] : [{ id: 'map', kind: 'map' } as const]),
        // A row that saves the chosen place. It is left out in a full-screen search (`withoutMap`), which has a button for that
        // beside the saved places.
        ...(value && userId && !isNamed && !withoutMap && !offered
          ? [{ id: 'save', kind: 'save', place: value } as const]
          : []),
        ...saved.map(rowOf),
        ...(own.length > 0 ? [{ id: 'manage', kind: 'manage' } as const] : [])
      ]

  const find = async (option: Findable): Promise<Place | null> => {
    if (option.kind === 'map') return null
    if (option.kind === 'saved') return option.place
    if (option.kind === 'point') return placeAt(option, covers)
    if (option.kind === 'here') return hereOf(covers)
    const place = await locate(option.suggestion, session.choosing())
    const number = option.missing
    return number && reader ? reader.withNumber(place, t('unmapped', { number }), text) : place
  }
  const finding = useCommand(find, {
    worksOffline: true,
    onDone: (place, { kind }) => {
      session.end()
      if (place && kind === 'found' && !userId) keepRecent(place)
      onFound(place)
    }
  })
  const nothing = typed && suggestions?.length === 0 && options.length === 0 && !waiting
  return { options, finding, endSearch: session.end, waiting, error, nothing }
}

/** What reads a typed text: needed only while somebody types, so the start page does not wait for it. */
function useReader(isOpen: boolean) {
  return useSWRImmutable(isOpen && 'typed-places', () => import('./typed')).data
}

/** The place at typed coordinates, with the name that was typed after them. @throws AppError `outside_region` */
async function placeAt(
  { at, label }: { at: LatLng; label: string },
  covers: (point: LatLng) => boolean
): Promise<Place> {
  if (!covers(at)) throw new AppError('outside_region')
  const place = await addressAt(at)
  return label ? { ...place, add: `${label}, ${place.add}` } : place
}

const kmFrom = (from: LatLng | null, { lat, lng }: Partial<LatLng>): number | null =>
  from && lat !== undefined && lng !== undefined ? distanceKm(from, { lat, lng }) : null

/**
 * The place at this device's position, with its address. A position outside of the map's region is allowed if the provider
 * finds an address for it, because the region only limits the drawn map.
 *
 * @throws AppError `outside_region` if the provider finds no address and the position is outside of the region
 */
async function hereOf(covers: (point: LatLng) => boolean): Promise<Place> {
  const here = await devicePosition()
  try {
    return await reverse(here)
  } catch (cause) {
    const isNowhere = toAppError(cause).key === 'place_to_coords_error'
    throw isNowhere && !covers(here) ? new AppError('outside_region', { cause }) : cause
  }
}
