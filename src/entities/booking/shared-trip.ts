import useSWR from 'swr'
import type { Place } from '@/lib/geo/geo'
import { askOpenly } from '@/lib/server/ask-openly'
import { toAppError } from '@/lib/server/errors'
import type { Database } from '@/types/database'
import type { DriverFacts } from './car-words'
import type { LivePosition } from './position'
import type { ExpectedTimes } from './route-time'
import type { BookingStatus } from './status'

/**
 * A trip as shown to a person without a session who opens its link. There are two kinds of links: one that the rider shares,
 * and one that is texted to a guest (a passenger for whom the rider booked).
 */
export interface SharedTrip {
  status: BookingStatus
  tripAt: string
  startedAt: string | null
  reachedAt: string | null
  pickup: Place
  drop: Place
  /** The booked route, as an encoded polyline. */
  polyline: string
  driver: DriverFacts | null
  position: LivePosition | null
  /** The remaining distance and time: to the pickup until the car arrives there, then to the drop-off. Null if unknown. */
  left: { km: number; secs: number } | null
  expected: ExpectedTimes
  /** The code that starts the ride. Only a guest's link has it, and only until the ride starts; otherwise null. */
  startCode: string | null
  /** What the car must carry. Only a guest's link has it; otherwise null. */
  requirements: unknown
}

/** What a link leads to: a trip, or the reason why it no longer works. */
export type SharedLink = { trip: SharedTrip } | { gone: GoneKey }

const GONE = ['share_not_found', 'share_ended', 'share_over'] as const
export type GoneKey = (typeof GONE)[number]

type Journey = Database['public']['CompositeTypes']['shared_journey']
type SharedPlace = Database['public']['CompositeTypes']['shared_place']

const placeOf = (place: SharedPlace | null): Place => ({
  lat: place?.lat ?? 0,
  lng: place?.lng ?? 0,
  add: place?.add ?? ''
})

const momentOf = (at: string | null): number | null => (at ? Date.parse(at) : null)

function tripOf({ driver, position, progress, ...journey }: Journey): SharedTrip {
  const { remaining_km: km = null, remaining_secs: secs = null } = progress ?? {}
  return {
    status: journey.status ?? 'NEW',
    tripAt: journey.trip_at ?? '',
    startedAt: journey.started_at,
    reachedAt: journey.reached_at,
    pickup: placeOf(journey.pickup),
    drop: placeOf(journey.drop),
    polyline: journey.polyline ?? '',
    driver: driver && { ...driver, driver_name: driver.name, driver_image: null, driver_rating: null },
    position: position && {
      lat: position.lat ?? 0,
      lng: position.lng ?? 0,
      heading: position.heading,
      at: momentOf(position.at) ?? 0
    },
    startCode: journey.start_code,
    requirements: journey.requirements,
    left: km === null || secs === null ? null : { km, secs },
    expected: { pickup: momentOf(journey.pickup_eta), drop: momentOf(journey.drop_eta) }
  }
}

/** Reads the trip of a link by the secret token in the link. */
export async function getSharedTrip(token: string): Promise<SharedLink> {
  try {
    return { trip: tripOf(await askOpenly<Journey>('shared_trip', { token })) }
  } catch (cause) {
    const { key } = toAppError(cause)
    const gone = GONE.find((one) => one === key)
    if (gone) return { gone }
    throw cause
  }
}

/**
 * Interval between requests for the car's position and the link's validity (ms): people without a session get no broadcasts.
 */
const POLL_MS = 5000

const pollOf = (link: SharedLink | undefined): number => (link && 'gone' in link ? 0 : POLL_MS)

/** The shared trip, requested at an interval until it is over or the link ends. */
export function useSharedTrip(token: string) {
  return useSWR(['shared-trip', token], () => getSharedTrip(token), { refreshInterval: pollOf })
}
