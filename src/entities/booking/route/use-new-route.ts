import { useMemo, useState } from 'react'
import useSWR from 'swr'
import { estimate } from '@/entities/fare'
import type { Place } from '@/lib/geo/geo'
import { AppError } from '@/lib/server/errors'
import { serverNow } from '@/lib/time/server-clock'
import { bookingKeys } from '../keys'
import { type Booking, dropOf } from '../model'
import { useStops } from '../queries'
import { getRouteTerms } from './commands'

/** A stop or drop-off in the dialog. */
export interface RoutePlace {
  key: string
  place: Place | null
  /** True if the car has already been there: the place cannot be changed. */
  isReached: boolean
}

const pointOf = (place: Place | null) => (place ? `${place.lat},${place.lng}` : '')

/** How long before its expiry a quote is renewed (ms). */
const EARLY_MS = 20_000
/** Minimum interval between two renewals of the quote (ms). */
const SHORTEST_MS = 30_000

/** Requests a quote for a booking's new route, and the terms of the change. */
async function askPrice(booking: Booking, places: readonly Place[], drop: Place) {
  const { parcel_type_index: parcel, option_index: option } = booking
  const quote = await estimate({
    pickup: { lat: booking.pickup_lat, lng: booking.pickup_lng, add: booking.pickup_address },
    drop,
    waypoints: places.slice(0, -1),
    carTypeId: booking.car_type_id,
    extras: parcel === null && option === null ? undefined : { parcel: parcel ?? 0, option: option ?? 0 },
    tripAt: booking.book_later ? Date.parse(booking.trip_at) : null,
    ...(booking.customer_id ? { customerId: booking.customer_id } : {})
  })
  if (!quote.quote_id) throw new AppError('must_login')
  return { quote, quoteId: quote.quote_id, terms: await getRouteTerms(booking.id, quote.quote_id) }
}

/** The stops and the drop-off as edited in the dialog, and the price of that route. */
export function useNewRoute(booking: Booking) {
  const stops = useStops(booking)
  const { lat, lng } = dropOf(booking)
  const add = booking.drop_address ?? ''
  // Each place must remain the same object while the dialog is open, because a `PlaceField` drops the typed text when it gets
  // another object.
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
  // A random id of this opening of the dialog, as a part of the cache key. A quote is valid for one change, so quotes of an
  // earlier dialog must not be used.
  const dialog = useMemo(() => crypto.randomUUID(), [])
  const way = places.map(({ place }) => pointOf(place)).join('|')
  const isNew = changed !== null && way !== before.map(({ place }) => pointOf(place)).join('|')
  const all = places.flatMap(({ place }) => place ?? [])
  const drop = all.length === places.length ? all.at(-1) : undefined
  const price = useSWR(
    isNew && drop ? bookingKeys.newRoute(booking.id, way, dialog) : null,
    () => askPrice(booking, all, drop as Place),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      revalidateIfStale: false,
      refreshInterval: (latest) =>
        latest ? Math.max(SHORTEST_MS, Date.parse(latest.quote.expires_at) - serverNow() - EARLY_MS) : 0
    }
  )
  return {
    places,
    price,
    isNew,
    set: (key: string, place: Place | null) =>
      setChanged(places.map((one) => (one.key === key ? { ...one, place } : one))),
    remove: (key: string) => setChanged(places.filter((one) => one.key !== key)),
    /** Adds an empty stop before the drop-off. */
    add: () => {
      const key = crypto.randomUUID()
      setChanged([...places.slice(0, -1), { key, place: null, isReached: false }, ...places.slice(-1)])
      return key
    }
  }
}

export type NewRoute = ReturnType<typeof useNewRoute>
