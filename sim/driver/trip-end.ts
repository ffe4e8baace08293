import { Refusal } from '../client/api.ts'
import { photo } from './photo.ts'
import type { Ride, Stop } from './ride.ts'

/** AT_STOP: how long the car waits at a stop (s). COUNTING: how long the rider needs to count the money (s). */
const [AT_STOP, COUNTING] = [20, 6]
/** The driver waits at most this long for a payment that is not in cash (s). */
const LEAVE = 30

/** Reads the stops that the car has not reached yet. */
export async function readStops(ride: Ride): Promise<void> {
  const { booking, town, account } = ride
  const hasStops = Array.isArray(booking.waypoints) && booking.waypoints.length > 0
  const query = `booking_stops?select=position,lat,lng&booking_id=eq.${booking.id}&arrived_at=is.null&order=position`
  ride.stops = hasStops ? await town.api.rows<Stop>(account.token, query) : []
}

/**
 * Ends the trip at the drop. Returns false if the trip cannot end yet. A parcel with a code needs the recipient's code first,
 * unless it is being returned to the sender. While the right code is missing, the driver asks for it in the chat.
 */
async function handOver(ride: Ride, now: number): Promise<boolean> {
  const { booking, talk } = ride
  if (booking.category !== 'delivery' || !booking.otp_secure || booking.returning_at !== null) {
    await ride.act('reach_drop')
    return true
  }
  const code = talk.takeCode()
  if (code === null) {
    if (!ride.hasAsked) talk.say(({ askParcelCode }) => askParcelCode, now, 2)
    ride.hasAsked = true
    return false
  }
  try {
    await photo(ride, 'deliver')
    await ride.act('reach_drop', { otp: code })
    return true
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'start_code_wrong') throw error
    talk.say(({ wrongCode }) => wrongCode, now, 2)
    return false
  }
}

/** Handles the arrival at a stop or at the drop. */
export async function finish(ride: Ride, now: number): Promise<void> {
  const { town, account, talk, pump } = ride
  const [stop] = ride.stops
  if (stop) {
    await pump.hand(true)
    await ride.act('arrive_at_stop', { position: stop.position })
    ride.since = now + AT_STOP * 1000
    ride.until = null
    return
  }
  await pump.hand(true)
  if (!(await handOver(ride, now))) return
  ride.since = now
  if (ride.booking.category === 'taxi') talk.say(({ goodbye }) => goodbye, now, 5)
  town.note(account.email, 'reached', Math.round(ride.booking.trip_cost * 100))
}

/** Confirms a cash payment; waits at most `LEAVE` for a payment of another kind. Returns false once the driver may leave. */
export async function collectPayment(ride: Ride, now: number): Promise<boolean> {
  const { booking, talk } = ride
  const waited = now - ride.since
  if (waited < COUNTING * 1000) return true
  if (booking.status === 'PENDING' && booking.payment_mode === 'cash') await ride.act('confirm_cash')
  await talk.send(now)
  return booking.payment_mode !== 'cash' && waited < LEAVE * 1000 && ride.booking.status === 'PENDING'
}
