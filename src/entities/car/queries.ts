import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { distanceKm, type LatLng } from '@/lib/geo/geo'
import { seed } from '@/lib/loading/seed'
import { unwrap } from '@/lib/server/api'
import { keptWhile } from '@/lib/server/kept-while'
import { supabase } from '@/lib/server/supabase'
import { firmText } from '@/lib/texts/firm-text'
import type { CarType, NearbyCar } from './model'

const isText = /^(name|extra_info|description)$/

/** Returns a car type with its texts in the page's language. `written` stays as the firm wrote it. */
const inLanguage = (car: CarType): CarType => ({
  ...JSON.parse(JSON.stringify(car), (key, value) => (isText.test(key) ? firmText(value) : value)),
  written: car.name
})

async function getCarTypes(): Promise<CarType[]> {
  const rows = await unwrap(
    supabase
      .from('car_types')
      .select('id, name, image, category, seats, extra_info, parcel_types, options')
      .order('sort_order')
      .order('name')
  )
  // Safe cast: check constraints of the table enforce the category and the shape of the lists.
  return rows as unknown as CarType[]
}

const carTypesKey = 'car-types'

/** Requests the car types before the page renders. Resolves once the first render has them, or once they have failed. */
export const preloadCarTypes = (): Promise<unknown> => seed(carTypesKey, getCarTypes)

/** The car types that can be booked, in the operator's order. */
export function useCarTypes(appCategory: string | undefined) {
  const { t } = useTranslation()
  const { data, error, mutate } = useSWR(carTypesKey, getCarTypes, { revalidateOnFocus: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` is a new function when the texts or the language change
  const offered = useMemo(
    () => data?.filter((car) => appCategory === 'both' || car.category === (appCategory ?? 'taxi')).map(inLanguage),
    [data, appCategory, t]
  )
  return { carTypes: offered, error, retry: () => void mutate() }
}

const REFRESH_MS = 10_000

async function nearbyDrivers(lat: number, lng: number): Promise<NearbyCar[]> {
  const { rows } = await unwrap(supabase.rpc('nearby_drivers', { lat, lng }))
  // The generated type allows null in every column of a composite type.
  return rows as NearbyCar[]
}

type NearbyKey = readonly ['nearby', lat: string, lng: string]

/**
 * If the pin moved by less than this (km), the cars near its old place stay on the map until the new response arrives. Near the
 * new place they are almost the same.
 */
const SAME_STREET_KM = 0.3

const sameStreet = keptWhile<NearbyKey>(
  ([, lat, lng], [, lastLat, lastLng]) =>
    distanceKm({ lat: Number(lat), lng: Number(lng) }, { lat: Number(lastLat), lng: Number(lastLng) }) < SAME_STREET_KM
)

/** Free cars around a point, refreshed while the page is visible; undefined while unknown. */
export function useNearbyCars(point: LatLng | null): NearbyCar[] | undefined {
  // Coordinates are rounded to about a hundred metres, so that moving a pin slightly sends no new request.
  const key: NearbyKey | null = point && ['nearby', point.lat.toFixed(3), point.lng.toFixed(3)]
  const { data } = useSWR(key, ([, lat, lng]) => nearbyDrivers(Number(lat), Number(lng)), {
    refreshInterval: REFRESH_MS,
    use: [sameStreet]
  })
  return point ? data : undefined
}
