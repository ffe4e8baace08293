import type { LatLng } from '../../supabase/functions/_shared/maps/geometry/types.ts'
import type { Car } from '../car.ts'
import type { Account, Booking, Town } from '../town.ts'
import type { Pump } from './pump.ts'
import { createTalk, type Talk } from './talk.ts'

/** What a trip is made of. */
export interface TripParts {
  town: Town
  account: Account
  car: Car
  pump: Pump
  /** Speed, as a share of what roads allow. */
  pace: number
  badSignal: number
  /** Whether the driver has just accepted it. */
  isNew: boolean
  /** Calls for a step before its time. */
  wake(): void
}

/** A stop on the way. */
export interface Stop extends LatLng {
  position: number
}

/** What the steps of a trip share. */
export interface Ride extends TripParts {
  booking: Booking
  talk: Talk
  /** When the way that is driven ends (ms); null before it is known. */
  until: number | null
  /** When the car came to the pickup or the drop; how long it stands at a stop (ms). */
  since: number
  /** Stops that were not reached yet. */
  stops: Stop[]
  /** Whether the code was asked for here. */
  hasAsked: boolean
  /** Reads the booking again. */
  reload(): Promise<void>
  /** Calls a function of the booking; the answer is the booking. */
  act(name: string, more?: object): Promise<void>
}

/** @param seen hears of the booking as it is, whenever it was read */
export function createRide(parts: TripParts, booking: Booking, now: number, seen: (booking: Booking) => void): Ride {
  const { town, account } = parts
  const see = (read: Booking): void => {
    town.watch.booking(account, read)
    if (read.status !== ride.booking.status || read.drop_lat !== ride.booking.drop_lat) ride.until = null
    ride.booking = read
    seen(read)
  }
  const ride: Ride = {
    ...parts,
    booking,
    talk: createTalk(town, account, booking),
    until: null,
    since: now,
    stops: [],
    hasAsked: false,
    async reload() {
      // What a driver does not carry any more cannot be read: it was given to somebody else.
      const [read] = await town.api.rows<Booking>(account.token, `bookings?id=eq.${booking.id}`)
      see(read ?? { ...ride.booking, status: 'CANCELLED' })
    },
    async act(name, more = {}) {
      await town.api.rpc(account.token, name, { booking_id: booking.id, ...more })
      await ride.reload()
    }
  }
  return ride
}
