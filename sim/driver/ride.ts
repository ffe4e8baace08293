import type { LatLng } from '../../supabase/functions/_shared/maps/geometry/types.ts'
import type { Car } from '../car.ts'
import type { Account, Booking, Town } from '../town.ts'
import type { Pump } from './pump.ts'
import { createTalk, type Talk } from './talk.ts'

/** The parts of a trip. */
export interface TripParts {
  town: Town
  account: Account
  car: Car
  pump: Pump
  /** Driving speed, as a share of the permitted speed. */
  pace: number
  badSignal: number
  /** Whether the driver has just accepted the booking. */
  isNew: boolean
  /** Asks for the next step before its time. */
  wake(): void
}

/** A stop of the route. */
export interface Stop extends LatLng {
  position: number
}

/** State that the steps of a trip share. */
export interface Ride extends TripParts {
  booking: Booking
  talk: Talk
  /** When the current drive ends (ms since 1970); null before the route is known. */
  until: number | null
  /** When the car arrived at the pickup or the drop; how long it waits at a stop (ms). */
  since: number
  /** Stops that the car has not reached yet. */
  stops: Stop[]
  /** Whether the driver has asked for the code at this place. */
  hasAsked: boolean
  /** Reads the booking again. */
  reload(): Promise<void>
  /** Calls a SQL function about the booking, which returns the changed booking. */
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
      // The result is empty if the booking was given to another driver: then this driver cannot read it.
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
