import type { LatLng } from '../../supabase/functions/_shared/region/mod.ts'
import type { Car } from '../car.ts'
import type { Account, Booking, Town } from '../town.ts'
import type { Pump } from './pump.ts'
import { createTalk, type Talk } from './talk.ts'

/** What a trip is created from. */
export interface TripParts {
  town: Town
  account: Account
  car: Car
  pump: Pump
  /** Driving speed as a factor on the speed that the router assumes. */
  pace: number
  badSignal: number
  /** Whether the driver has just accepted the booking; false if the trip was already under way. */
  isNew: boolean
  /** Lets the driver take the next step at once instead of at the planned time. */
  wake(): void
}

/** A stop between pickup and drop; `position` is its number in the booking. */
export interface Stop extends LatLng {
  position: number
}

/** The state of a trip, which its steps share and change. */
export interface Ride extends TripParts {
  booking: Booking
  talk: Talk
  /** When the current drive to the next goal ends (ms since 1970); null while the route is not known. */
  until: number | null
  /** When the car arrived at the pickup or the drop; at a stop between them: until when the car waits there (ms since 1970). */
  since: number
  /** Stops that the car has not reached yet. */
  stops: Stop[]
  /** Whether the driver has already asked for the code at the current place. */
  hasAsked: boolean
  /** Reads the booking from the API again. */
  reload(): Promise<void>
  /** Calls a SQL function that changes the booking, then reads the booking again. */
  act(name: string, more?: object): Promise<void>
}

/** Creates the state of a trip. @param seen called with the booking after each read */
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
      // If the booking was given to another driver, this driver cannot read it any more. Then the trip ends as if cancelled.
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
