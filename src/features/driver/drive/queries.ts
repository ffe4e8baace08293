import useSWR, { type SWRConfiguration } from 'swr'
import { forgetDriverTrips, isOnTheRoad, readStoredDriverTrips } from '@/entities/booking'
import { type Requirements, readRequirements } from '@/entities/car'
import { distanceKm, type LatLng } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { keptWhile } from '@/lib/server/kept-while'
import { supabase } from '@/lib/server/supabase'
import { AT_WORK } from '@/types/statuses'
import { useKeptShift } from './hooks/use-kept-shift'
import type { CurrentTrip, Driver } from './model/rows'
import type { Offer } from './model/state'

/** SWR keys of a shift's data. */
export const driverKeys = {
  driver: (id: string) => ['driver', id] as const,
  offers: (id: string) => ['offers', id] as const,
  trips: (id: string) => ['current-trips', id] as const,
  day: (id: string) => ['driver-day', id] as const,
  carried: (id: string) => ['carried', id] as const,
  messages: (id: string) => ['desk-messages', id] as const,
  officeNotes: (id: string) => ['office-notes', id] as const
}

/**
 * Forgets what the phone stores of trips that the driver no longer has. A session that was ended elsewhere reads no rows either, and
 * then the stored trip is all that the driver has: so the server is asked first.
 */
async function forgetOtherTrips(driverId: string, trips: readonly CurrentTrip[]): Promise<void> {
  const isUnfinished = (id: string) => trips.some((trip) => trip.id === id)
  if (readStoredDriverTrips().every(({ booking }) => isUnfinished(booking.id))) return
  if ((await unwrap(supabase.rpc('session_refusal'))) === null) forgetDriverTrips(driverId, isUnfinished)
}

/** Reads the driver's unfinished trips, oldest first. The phone then forgets what it stores of others. */
export async function getCurrentTrips(driverId: string): Promise<CurrentTrip[]> {
  const trips: CurrentTrip[] = await unwrap(
    supabase
      .from('bookings')
      .select(
        'id,reference,status,customer_name,guest_name,pickup_address,drop_address,book_later,trip_at,engaged_at,accepted_at,pickup_lat,pickup_lng,drop_lat,drop_lng'
      )
      .eq('driver_id', driverId)
      .in('status', AT_WORK)
      .order('created_at')
      .limit(10)
  )
  void forgetOtherTrips(driverId, trips).catch(() => {})
  return trips
}

/** Returns the driver's unfinished trips; without a network, as this phone stored them last. */
export function useCurrentTrips(driverId: string, options: SWRConfiguration<CurrentTrip[]> = {}) {
  const kept = useKeptShift()
  return useSWR(driverKeys.trips(driverId), () => getCurrentTrips(driverId), {
    ...(kept && { fallbackData: kept.trips }),
    ...options
  })
}

/**
 * Returns the trip under way; null if there is none. Trips for later and trips that only wait for payment are not under way.
 */
export function engagedTrip(trips: readonly CurrentTrip[]): CurrentTrip | null {
  return trips.find((trip) => trip.engaged_at !== null && trip.status !== 'PENDING') ?? null
}

/** Returns the other parcels that the car carries besides the trip under way. */
export function tripsAlong(trips: readonly CurrentTrip[]): CurrentTrip[] {
  const first = engagedTrip(trips)
  return trips.filter((trip) => trip !== first && trip.engaged_at !== null && isOnTheRoad(trip.status))
}

/**
 * Returns the job that follows the trip with this id: one that is under way as well, or waits until that trip is over. Null if there
 * is none. A later ride is none until its driver has to set out.
 *
 * @param leadMs how long before its pickup a later ride's driver sets out
 */
export function nextJob(trips: readonly CurrentTrip[], id: string, now: number, leadMs: number): CurrentTrip | null {
  const isNext = ({ id: other, status, engaged_at, trip_at }: CurrentTrip) =>
    other !== id &&
    isOnTheRoad(status) &&
    (engaged_at !== null || (status === 'ACCEPTED' && Date.parse(trip_at ?? '') - leadMs <= now))
  return trips.find(isNext) ?? null
}

/** The signed-in driver's own row. */

/**
 * Reads a driver's own row.
 *
 * @throws AppError `not_found` for a user who is not a driver
 */
export async function getDriver(id: string): Promise<Driver> {
  return await unwrap(supabase.from('drivers').select('*').eq('id', id).single())
}

/** Returns the driver's row of `drivers`, from a cache that all callers share; without a network, as this phone stored it last. */
export function useDriver(id: string, options: SWRConfiguration<Driver> = {}) {
  const kept = useKeptShift()
  return useSWR(driverKeys.driver(id), () => getDriver(id), { ...(kept && { fallbackData: kept.driver }), ...options })
}

/** What a driver's car is for: its class and what it carries, by the same rules as dispatch. */
interface OwnCar {
  /** Null while the office has not set the car's class. */
  category: string | null
  carries: Requirements
}

async function getOwnCar(id: string): Promise<OwnCar> {
  const driver = await unwrap(
    supabase
      .from('drivers')
      .select('car_types(seats,category),vehicles(seats,luggage,child_seats,wheelchair)')
      .eq('id', id)
      .single()
  )
  const { seats = null, ...own } = driver.vehicles ?? { luggage: 2 }
  return {
    category: driver.car_types?.category ?? null,
    carries: readRequirements({ ...own, seats: seats ?? driver.car_types?.seats })
  }
}

/** Returns a driver's car; undefined until it is known. */
export function useOwnCar(driverId: string | undefined) {
  const key = driverId === undefined ? null : driverKeys.carried(driverId)
  return useSWR(key, ([, id]) => getOwnCar(id), { revalidateOnFocus: false }).data
}

/** The driver's figures of today, up to now. */
export interface Day {
  trips: number
  earned: number
  /** Number of offers that expired without an answer. */
  missed: number
  /** Time of the last missed offer (ms since the epoch); null if none was missed. */
  lastMissedAt: number | null
  /** Number of rides that were booked nearby within the last hour; null while the driver's position is unknown. */
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

/** Interval between requests (ms), because demand changes without an event for this driver. */
const DAY_MS = 60_000

/** Returns the figures of the driver's day. They are also read again with every offer and trip. */
export function useDay(driverId: string) {
  return useSWR(driverKeys.day(driverId), getDay, { refreshInterval: DAY_MS })
}

/** Reads the offers that the driver has not answered, including expired ones. */
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

/** Returns the driver's offers. Messages on the driver's realtime topic trigger revalidation. */
export function useOffers(driverId: string, isOnline: boolean, options: SWRConfiguration<Offer[]> = {}) {
  return useSWR(isOnline ? driverKeys.offers(driverId) : null, () => getOffers(driverId), options)
}

/** Rounds a coordinate to 0.01 degrees, so that a moving driver sends a request about once per kilometre. */
const coarse = (degrees: number): number => Math.round(degrees * 100) / 100
/** Maximum distance between two adjacent rounded places (km). */
const BESIDE_KM = 1.6

type ServedKey = readonly ['is-served', lat: number, lng: number]

/**
 * Keeps the last response while the car drives from one rounded place to the next. After a jump it waits for a new response.
 */
const onTheWay = keptWhile<ServedKey>(
  ([, lat, lng], [, lastLat, lastLng]) => distanceKm({ lat, lng }, { lat: lastLat, lng: lastLng }) < BESIDE_KM
)

/** Returns whether trips are offered at this place; undefined until the server has responded, true if the request failed. */
export function useServed(place: LatLng | null): boolean | undefined {
  const key: ServedKey | null = place && ['is-served', coarse(place.lat), coarse(place.lng)]
  const { data, error } = useSWR(key, ([, lat, lng]) => unwrap(supabase.rpc('is_served', { lat, lng })), {
    use: [onTheWay]
  })
  return error ? true : data
}
