import { useState } from 'react'
import { AppError, toAppError } from '@/lib/errors'
import { distanceKm, type LatLng, type Place } from '@/lib/geo'
import { useCommand } from '@/lib/use-command'
import { devicePosition } from './device-position'
import { MIN_KEYWORD, type Suggestion } from './model'
import { byDistance } from './order'
import { locate, reverse, type SavedPlace } from './queries'
import { createSearchSession } from './session'
import { useSavedPlaces } from './use-saved-places'
import { useSuggestions } from './use-suggestions'

/** A row of the list: two ways without typing, then addresses. */
export type PlaceOption =
  | { id: string; kind: 'here' }
  | { id: string; kind: 'map' }
  | { id: string; kind: 'saved'; label: string | null; place: Place; distance_km: number | null }
  | { id: string; kind: 'found'; suggestion: Suggestion; distance_km: number | null }

interface Sources {
  text: string
  open: boolean
  userId: string | null
  /** As for PlaceField. */
  offered?: readonly SavedPlace[] | undefined
  /** What is near comes first. */
  near: LatLng | null
  /** Where distances are measured from; null while that is not known. */
  from: LatLng | null
  /** The map is offered elsewhere. */
  withoutMap: boolean
  /** Whether a point lies within the region of the map. */
  covers: (point: LatLng) => boolean
  /** A row was chosen; null for pointing at the map. */
  onFound: (place: Place | null) => void
}

/** What the list offers for the text, and what choosing a row leads to. */
export function usePlaceOptions({ text, open, userId, offered, near, from, withoutMap, covers, onFound }: Sources) {
  const [session] = useState(() => createSearchSession())
  const { suggestions, error, waiting } = useSuggestions({ text, enabled: open, near, session })
  const own = useSavedPlaces(open && !offered ? userId : null)
  const saved = offered ?? own

  const typed = text.trim().length >= MIN_KEYWORD
  const options: PlaceOption[] = typed
    ? byDistance(suggestions ?? [], text, from).map((suggestion) => ({
        id: suggestion.place_id,
        kind: 'found',
        suggestion,
        distance_km: kmFrom(from, suggestion)
      }))
    : [
        ...(offered ? [] : [{ id: 'here', kind: 'here' } as const]),
        ...(withoutMap || offered ? [] : [{ id: 'map', kind: 'map' } as const]),
        ...saved.map(({ label, place }, index) => ({
          id: `saved-${index}`,
          kind: 'saved' as const,
          label,
          place,
          distance_km: kmFrom(from, place)
        }))
      ]

  const find = async (option: PlaceOption): Promise<Place | null> => {
    if (option.kind === 'map') return null
    if (option.kind === 'saved') return option.place
    return option.kind === 'found' ? locate(option.suggestion, session.choosing()) : hereOf(covers)
  }
  const finding = useCommand(find, {
    worksOffline: true,
    onDone: (place) => {
      session.end()
      onFound(place)
    }
  })
  const nothing = typed && suggestions?.length === 0 && !waiting
  return { options, finding, endSearch: session.end, waiting, error, nothing }
}

const kmFrom = (from: LatLng | null, { lat, lng }: Partial<LatLng>): number | null =>
  from && lat !== undefined && lng !== undefined ? distanceKm(from, { lat, lng }) : null

/** Where this device is. Whether the service goes there is the provider's to know; the map is only drawn for a region. */
async function hereOf(covers: (point: LatLng) => boolean): Promise<Place> {
  const here = await devicePosition()
  try {
    return await reverse(here)
  } catch (cause) {
    const isNowhere = toAppError(cause).key === 'place_to_coords_error'
    throw isNowhere && !covers(here) ? new AppError('outside_region', { cause }) : cause
  }
}
