import { useState } from 'react'
import useSWR from 'swr'
import { AppError, toAppError } from '@/lib/errors'
import type { LatLng, Place } from '@/lib/geo'
import { devicePosition } from '../api/device-position'
import { locate } from '../api/locate'
import { reverse } from '../api/reverse'
import { savedAddresses } from '../api/saved-addresses'
import { MIN_KEYWORD, type Suggestion } from '../model'
import { useSuggestions } from './use-suggestions'

/** A row of the list: two ways without typing, then addresses. */
export type PlaceOption =
  | { id: string; kind: 'here' }
  | { id: string; kind: 'map' }
  | { id: string; kind: 'saved'; place: Place }
  | { id: string; kind: 'found'; suggestion: Suggestion }

interface Sources {
  text: string
  open: boolean
  userId: string | null
  covers: (point: LatLng) => boolean
}

/** What the list offers for the text, and what choosing a row leads to. */
export function usePlaceOptions({ text, open, userId, covers }: Sources) {
  const { suggestions, error, waiting } = useSuggestions(text, open)
  const { data: saved = [] } = useSWR(open && userId ? ['saved-addresses', userId] : null, ([, id]) =>
    savedAddresses(id)
  )
  const [busy, setBusy] = useState(false)

  const typed = text.trim().length >= MIN_KEYWORD
  const options: PlaceOption[] = typed
    ? (suggestions ?? []).map((suggestion) => ({ id: suggestion.place_id, kind: 'found', suggestion }))
    : [
        { id: 'here', kind: 'here' },
        { id: 'map', kind: 'map' },
        ...saved.map((place, index) => ({ id: `saved-${index}`, kind: 'saved' as const, place }))
      ]

  const resolve = async (option: PlaceOption): Promise<Place | null> => {
    if (option.kind === 'map') return null
    if (option.kind === 'saved') return option.place
    setBusy(true)
    try {
      if (option.kind === 'found') return await locate(option.suggestion)
      const here = await devicePosition()
      if (!covers(here)) throw new AppError('outside_region')
      return await reverse(here)
    } catch (cause) {
      throw toAppError(cause)
    } finally {
      setBusy(false)
    }
  }
  return { options, resolve, busy, waiting, error, nothing: typed && suggestions?.length === 0 && !waiting }
}
