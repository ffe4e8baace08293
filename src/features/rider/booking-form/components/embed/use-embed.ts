import { useEffect, useEffectEvent, useState } from 'react'
import { useRegion } from '@/components/map'
import { useCarTypes } from '@/entities/car'
import { useQuotes } from '@/entities/fare'
import { findRequested, useCovers } from '@/entities/place'
import { useSettings } from '@/entities/settings'
import type { Place } from '@/lib/geo/geo'
import { readMoment } from '@/lib/time/zoned'
import { readLink } from '../link/read-link'

export type End = 'pickup' | 'drop'
export const ends: readonly End[] = ['pickup', 'drop']

/** Fills in the places that the surrounding site put into the frame's URL. Returns those of them that cannot be used. */
function useAsked(put: (end: End, place: Place, isFixed: boolean) => void) {
  const [asked] = useState(() => readLink(window.location.search, window.location.hash))
  const [unfit, setUnfit] = useState<readonly End[]>([])
  const { data: region, error } = useRegion()
  const covers = useCovers()
  const near = region ? { lat: region.center[1], lng: region.center[0] } : null
  const find = useEffectEvent(async (end: End) => {
    const wanted = asked[end]
    if (!wanted) return
    const found = await findRequested(wanted, { near, covers })
    // Only the pickup is fixed: the guests of a hotel start at the hotel, but choose their own destination.
    if ('place' in found) put(end, found.place, end === 'pickup')
    else setUnfit((known) => [...known.filter((one) => one !== end), end])
  })
  const isReady = Boolean(region ?? error)
  useEffect(() => {
    if (isReady) for (const end of ends) void find(end)
  }, [isReady])
  return { unfit, near, covers, isAsked: asked.pickup !== null }
}

/**
 * State of the frame: two places, a start time, and the price of each car for a visitor. The frame neither books nor signs in.
 */
export function useEmbed() {
  const { settings } = useSettings()
  const [places, setPlaces] = useState<Record<End, Place | null>>({ pickup: null, drop: null })
  const [isFixed, setFixed] = useState(false)
  const [search, setSearch] = useState<End | null>(null)
  const [tripAt, setTripAt] = useState('')
  const [carTypeId, setCarTypeId] = useState<string | null>(null)
  const put = (end: End, place: Place | null) => setPlaces((known) => ({ ...known, [end]: place }))
  const asked = useAsked((end, place, fixes) => {
    put(end, place)
    if (fixes) setFixed(true)
  })
  const { carTypes: offered, error } = useCarTypes(settings?.app_category)
  // If rides are offered, parcels are left out: a parcel is paid in advance, by a signed-in user.
  const rides = settings ? offered?.filter(({ category }) => category === 'taxi') : undefined
  const carTypes = rides?.length === 0 ? offered : rides
  const car = carTypes?.find(({ id }) => id === carTypeId) ?? carTypes?.[0] ?? null
  const at = tripAt ? readMoment(tripAt, settings?.time_zone ?? 'UTC') : null
  const prices = useQuotes({
    ...places,
    stops: [],
    extras: {},
    carTypeIds: carTypes?.map(({ id }) => id) ?? [],
    carTypeId: car?.id ?? null,
    tripAt: at,
    userId: null
  })
  return {
    ...asked,
    settings,
    places,
    put,
    isFixed: isFixed && places.pickup !== null,
    search,
    setSearch,
    tripAt,
    setTripAt,
    carTypes,
    car,
    setCarTypeId,
    prices,
    error
  }
}

export type Embed = ReturnType<typeof useEmbed>
