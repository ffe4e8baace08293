import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useRegion } from '@/components/map'
import { useTripLimits } from '@/entities/booking'
import { useSession } from '@/entities/person'
import { type Found, findRequested, type Slot, useCovers } from '@/entities/place'
import { readMoment } from '@/lib/time/zoned'
import { useBookingCars, useBookingPlace } from '../../hooks/use-booking-screen'
import { type RequestedRide, readLink, withoutLink } from './read-link'

/** A place of the link and the result of looking it up. */
export interface LinkPlace {
  slot: Slot
  found: Found
}

/** What a message to the person is about: a part of the link, other than a place, that cannot be used. */
export type Note = 'when' | 'car' | 'stops'

export interface LinkRide {
  places: LinkPlace[]
  notes: Note[]
  /** The start of a later trip in the operator's time zone; null for now. */
  tripAt: string | null
  carTypeId: string | null
}

/** Removes the ride's parameters from the page's URL. Once the form is ready, looks up its places and returns the ride. */
export function useLink(): { ride: LinkRide | null } {
  const location = useLocation()
  const navigate = useNavigate()
  const [asked] = useState(() => readLink(location.search, location.hash))
  const [ride, setRide] = useState<LinkRide | null>(null)
  const hasBegun = useRef(false)
  const isReady = useIsReady()
  const find = useFindRide()
  const clean = useEffectEvent(() => {
    void navigate({ search: withoutLink(location.search), hash: '' }, { replace: true, state: location.state })
  })
  useEffect(() => clean(), [])
  const begin = useEffectEvent(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void find(asked).then(setRide)
  })
  useEffect(() => {
    if (isReady) begin()
  }, [isReady])
  return { ride }
}

/** Returns whether everything that a link is checked against, such as the offered cars, has loaded or failed to load. */
function useIsReady(): boolean {
  const { status } = useSession()
  const { settings } = useBookingPlace()
  const { allCars, offered } = useBookingCars()
  const { data: region, error } = useRegion()
  const limits = useTripLimits()
  return (
    status !== 'loading' &&
    settings !== undefined &&
    Boolean(allCars ?? offered.error) &&
    Boolean(region ?? error) &&
    Boolean(limits.data ?? limits.error)
  )
}

function useFindRide() {
  const { settings, center } = useBookingPlace()
  const { allCars = [] } = useBookingCars()
  const { data: limits } = useTripLimits()
  const covers = useCovers()
  return async ({ pickup, drop, stops, when, car, hasTooMany }: RequestedRide): Promise<LinkRide> => {
    const slots: [Slot, RequestedRide['pickup']][] = [
      ['pickup', pickup],
      ...stops.map((stop, index): [Slot, RequestedRide['pickup']] => [{ stop: index }, stop]),
      ['drop', drop]
    ]
    const finding = slots.flatMap(([slot, place]) =>
      place ? [findRequested(place, { near: center, covers }).then((found) => ({ slot, found }))] : []
    )
    const asked = car?.trim().toLowerCase()
    const carType = allCars.find(
      ({ id, name, written }) => id === car || [name, written].some((one) => one.toLowerCase() === asked)
    )
    const at = when ? readMoment(when, settings?.time_zone ?? 'UTC') : null
    const isTime = at !== null && (!limits || (at >= limits.earliest && at <= limits.latest))
    const notes: Note[] = []
    if (when && !isTime) notes.push('when')
    if (car && !carType) notes.push('car')
    if (hasTooMany) notes.push('stops')
    return {
      places: await Promise.all(finding),
      notes,
      tripAt: isTime ? new Date(at).toISOString() : null,
      carTypeId: carType?.id ?? null
    }
  }
}
