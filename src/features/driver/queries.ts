import useSWR, { type SWRConfiguration } from 'swr'
import { isOnTheRoad } from '@/entities/booking'
import { type Requirements, readRequirements } from '@/entities/car'
import { unwrap } from '@/lib/api'
import { distanceKm, type LatLng } from '@/lib/geo'
import { keptWhile } from '@/lib/kept-while'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'
import type { Offer } from './model'

/** Where a shift's data is kept. */
export const driverKeys = {
  driver: (id: string) => ['driver', id] as const,
  offers: (id: string) => ['offers', id] as const,
  trips: (id: string) => ['current-trips', id] as const,
  day: (id: string) => ['driver-day', id] as const,
  carried: (id: string) => ['carried', id] as const,
  messages: (id: string) => ['desk-messages', id] as const,
  officeNotes: (id: string) => ['office-notes', id] as const
}

/** A trip the driver has taken and not finished. */
export type CurrentTrip = Pick<
  Tables<'bookings'>,
  | 'id'
  | 'reference'
  | 'status'
  | 'customer_name'
  | 'guest_name'
  | 'pickup_address'
  | 'drop_address'
  | 'book_later'
  | 'trip_at'
  | 'engaged_at'
  | 'accepted_at'
>

/** What a driver is in the middle of, oldest first. */
export async function getCurrentTrips(driverId: string): Promise<CurrentTrip[]> {
  return await unwrap(
    supabase
      .from('bookings')
      .select(
        'id,reference,status,customer_name,guest_name,pickup_address,drop_address,book_later,trip_at,engaged_at,accepted_at'
      )
      .eq('driver_id', driverId)
      .in('status', ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING'])
      .order('created_at')
      .limit(10)
  )
}

/** The driver's unfinished trips. */
export function useCurrentTrips(driverId: string, options: SWRConfiguration<CurrentTrip[]> = {}) {
  return useSWR(driverKeys.trips(driverId), () => getCurrentTrips(driverId), options)
}

/** The trip the driver is on, as opposed to one for later or one that only has to be paid. */
export function engagedTrip(trips: readonly CurrentTrip[]): CurrentTrip | null {
  return trips.find((trip) => trip.engaged_at !== null && trip.status !== 'PENDING') ?? null
}

/** The other parcels that are carried with it. */
export function tripsAlong(trips: readonly CurrentTrip[]): CurrentTrip[] {
  const first = engagedTrip(trips)
  return trips.filter((trip) => trip !== first && trip.engaged_at !== null && isOnTheRoad(trip.status))
}

/** The signed-in driver's own row. */
export type Driver = Tables<'drivers'>

/** @throws AppError `not_found` for somebody who is no driver */
export async function getDriver(id: string): Promise<Driver> {
  return await unwrap(supabase.from('drivers').select('*').eq('id', id).single())
}

/** The driver's row, shared by all who ask for it. */
export function useDriver(id: string, options: SWRConfiguration<Driver> = {}) {
  return useSWR(driverKeys.driver(id), () => getDriver(id), options)
}

/** What the driver's own car carries, as dispatch sees it. */
async function getCarried(id: string): Promise<Requirements> {
  const driver = await unwrap(
    supabase
      .from('drivers')
      .select('car_types(seats),vehicles(seats,luggage,child_seats,wheelchair)')
      .eq('id', id)
      .single()
  )
  const { seats = null, ...own } = driver.vehicles ?? { luggage: 2 }
  return readRequirements({ ...own, seats: seats ?? driver.car_types?.seats })
}

export function useCarried(driverId: string) {
  return useSWR(driverKeys.carried(driverId), () => getCarried(driverId), { revalidateOnFocus: false }).data
}

/** What a day has brought so far. */
export interface Day {
  trips: number
  earned: number
  /** Offers that ran out unanswered. */
  missed: number
  /** When the last one did, ms. */
  lastMissedAt: number | null
  /** Rides booked nearby within the last hour; null while nobody knows where the driver is. */
  wantedNearby: number | null
}

async function getDay(): Promise<Day | null> {
  const [row] = await unwrap(supabase.rpc('driver_day'))
  if (!row) return null
  const { trips, earned, missed, last_missed_at, wanted_nearby } = row
  return {
    trips,
    earned,
    missed,
    lastMissedAt: last_missed_at ? Date.parse(last_missed_at) : null,
    wantedNearby: wanted_nearby
  }
}

/** How often demand is looked at: it also changes when nothing happens to the driver (ms). */
const DAY_MS = 60_000

/** The driver's day, again with every offer and trip. */
export function useDay(driverId: string) {
  return useSWR(driverKeys.day(driverId), getDay, { refreshInterval: DAY_MS })
}

/** Offers the driver has not answered yet, whether or not their time is over. */
export async function getOffers(driverId: string): Promise<Offer[]> {
  return await unwrap(
    supabase
      .from('booking_offers')
      .select('*')
      .eq('driver_id', driverId)
      .eq('status', 'open')
      .order('created_at', { ascending: false })
      .limit(20)
  )
}

/** The driver's offers; the topic tells when to look again. */
export function useOffers(driverId: string, isOnline: boolean, options: SWRConfiguration<Offer[]> = {}) {
  return useSWR(isOnline ? driverKeys.offers(driverId) : null, () => getOffers(driverId), options)
}

/** Asked again after about a kilometre of the way. */
const coarse = (degrees: number): number => Math.round(degrees * 100) / 100
/** As far as two such places beside each other are at most (km). */
const BESIDE_KM = 1.6

type ServedKey = readonly ['is-served', lat: number, lng: number]

/** While driving, the last response stays; after a jump the caller waits for a new one. */
const onTheWay = keptWhile<ServedKey>(
  ([, lat, lng], [, lastLat, lastLng]) => distanceKm({ lat, lng }, { lat: lastLat, lng: lastLng }) < BESIDE_KM
)

/** Whether trips are offered to a driver at this place; undefined until the server has said so. */
export function useServed(place: LatLng | null): boolean | undefined {
  const key: ServedKey | null = place && ['is-served', coarse(place.lat), coarse(place.lng)]
  const { data, error } = useSWR(key, ([, lat, lng]) => unwrap(supabase.rpc('is_served', { lat, lng })), {
    use: [onTheWay]
  })
  return error ? true : data
}
