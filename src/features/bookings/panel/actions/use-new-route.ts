import { useMemo, useState } from 'react'
import useSWR from 'swr'
import { type Booking, useStops } from '@/entities/booking'
import { estimate } from '@/entities/fare'
import type { Place } from '@/lib/geo'
import { panelKeys } from '../keys'

/** A place of the way that can still be another one. */
export interface RoutePlace {
  key: string
  place: Place | null
  /** The car was there: it stays. */
  isReached: boolean
}

const pointOf = (place: Place | null) => (place ? `${place.lat},${place.lng}` : '')

/** The stops and the drop of a booking as the desk changes them, and what the new way costs. */
export function useNewRoute(booking: Booking) {
  const stops = useStops(booking.id, booking.status)
  const { drop_lat: lat, drop_lng: lng, drop_address: add } = booking
  // A field that is told another place forgets what is being typed, so each place stays the same object.
  const before = useMemo<RoutePlace[]>(
    () => [
      ...stops.map((stop) => ({
        key: `stop-${stop.position}`,
        place: { lat: stop.lat, lng: stop.lng, add: stop.address },
        isReached: stop.arrived_at !== null
      })),
      { key: 'drop', place: { lat, lng, add }, isReached: false }
    ],
    [stops, lat, lng, add]
  )
  const [changed, setChanged] = useState<RoutePlace[] | null>(null)
  const places = changed ?? before
  const way = places.map(({ place }) => pointOf(place)).join('|')
  const isNew = changed !== null && way !== before.map(({ place }) => pointOf(place)).join('|')
  const isWhole = places.every(({ place }) => place !== null)
  const quote = useSWR(
    isNew && isWhole ? panelKeys.quote(booking.id, way) : null,
    () => {
      const all = places.flatMap(({ place }) => place ?? [])
      const { parcel_type_index: parcel, option_index: option } = booking
      return estimate({
        pickup: { lat: booking.pickup_lat, lng: booking.pickup_lng, add: booking.pickup_address },
        drop: all.at(-1) as Place,
        waypoints: all.slice(0, -1),
        carTypeId: booking.car_type_id,
        extras: parcel === null && option === null ? undefined : { parcel: parcel ?? 0, option: option ?? 0 },
        tripAt: booking.book_later ? Date.parse(booking.trip_at) : null,
        customerId: booking.customer_id
      })
    },
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false, revalidateIfStale: false }
  )
  return {
    places,
    quote,
    isNew,
    set: (key: string, place: Place | null) =>
      setChanged(places.map((one) => (one.key === key ? { ...one, place } : one))),
    remove: (key: string) => setChanged(places.filter((one) => one.key !== key)),
    /** A stop before the drop, still to be found. */
    add: () => {
      const key = crypto.randomUUID()
      setChanged([...places.slice(0, -1), { key, place: null, isReached: false }, ...places.slice(-1)])
      return key
    }
  }
}

export type NewRoute = ReturnType<typeof useNewRoute>
