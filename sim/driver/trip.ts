import { ON_THE_ROAD } from '../../src/types/statuses.ts'
import { Refusal } from '../client/api.ts'
import type { TripLine } from '../client/line.ts'
import { type Dice, dice } from '../random.ts'
import type { Booking } from '../town.ts'
import { photo } from './photo.ts'
import { createRide, type Ride, type TripParts } from './ride.ts'
import { collectPayment, finish, readStops } from './trip-end.ts'

/** What a simulated driver does for one booking, step by step. */
export interface Trip {
  /** Does what is due. Returns when to call it again (ms since 1970); null if the driver is free. */
  step(now: number): Promise<number | null>
  /** Call it when the booking has changed, or when the rider has written a message. */
  hear(): void
  /** Closes the connection. The booking stays as it is. */
  close(): void
}

/**
 * The car's position is taken every TICK ms of the app's time during a trip, but at most once in LEAST_TICK ms of real time.
 * Without a Realtime connection (in a lockstep run), the position is taken and the booking is read every 5 × TICK ms.
 */
const [TICK, LEAST_TICK] = [1000, 250]
/** How often the booking is read if no broadcast announces a change (ms). */
const LOOK = 20_000
/** The driver waits this long at the pickup (s), then cancels the booking of a rider who does not come. */
const PATIENCE = 20 * 60
/** Time for boarding if no code is needed (ms). */
const BOARDING = 15_000
/**
 * How long the phone is without a signal if it loses the signal on a trip (ms). This is less than a minute, because for longer
 * gaps between positions the server estimates the distance (`app.trail_gaps`).
 */
const SILENCE = 45_000

/** Starts the drive to the next goal: the pickup, a stop or the drop. Called again if the rider changes the drop. */
async function drive(ride: Ride, now: number): Promise<void> {
  const { booking, town, car, pace } = ride
  if (booking.status === 'STARTED') await readStops(ride)
  const end =
    booking.status === 'ACCEPTED'
      ? { lat: booking.pickup_lat, lng: booking.pickup_lng }
      : // The trip of a passenger who hailed the cab in the street has no drop in the booking. Then drive back to the pickup.
        { lat: booking.drop_lat ?? booking.pickup_lat, lng: booking.drop_lng ?? booking.pickup_lng }
  const goal = ride.stops[0] ?? end
  const way = town.world.way([car.fix(now), goal]) ?? { line: [car.fix(now), goal], metres: 0, seconds: 30 }
  ride.until = car.follow(way, now, pace)
}

async function arrive(ride: Ride, now: number): Promise<void> {
  await ride.pump.hand(true)
  await ride.act('arrive_at_pickup')
  // The waiting time starts at the arrival; if the car is early for a booking made in advance, at the pickup time.
  ride.since = ride.booking.book_later ? Math.max(now, Date.parse(ride.booking.trip_at)) : now
  ride.until = null
}

async function start(ride: Ride, now: number): Promise<void> {
  const { booking, talk, town } = ride
  const needsCode = booking.otp_secure && booking.category === 'taxi'
  const code = needsCode ? talk.takeCode() : null
  if (needsCode && code === null) {
    if (!ride.hasAsked) talk.say(({ askCode }) => askCode, now, 2)
    ride.hasAsked = true
    return
  }
  // Without a code, give the rider time to board, or the sender time to hand the parcel over.
  if (!needsCode && now - ride.since < BOARDING) return
  if (booking.category === 'delivery') await photo(ride, 'pickup')
  try {
    await ride.act('start_trip', code === null ? {} : { otp: code })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.key === 'start_code_wrong') return talk.say(({ wrongCode }) => wrongCode, now, 2)
    if (error.key !== 'start_code_locked') throw error
    talk.say(({ lockedCode }) => lockedCode, now, 0)
    await talk.send(now)
    return ride.act('cancel_booking', { reason: 'The code did not fit' })
  }
  if (needsCode) talk.say(({ thanksCode }) => thanksCode, now, 1)
  town.note(ride.account.email, 'started', booking.car_type)
  ride.hasAsked = false
  ride.until = null
}

/** Does what the booking's status requires. Returns false if the driver is free. */
async function advance(ride: Ride, now: number): Promise<boolean> {
  const { booking } = ride
  switch (booking.status) {
    case 'ACCEPTED':
      if (ride.until === null) await drive(ride, now)
      if (ride.until !== null && now >= ride.until) await arrive(ride, now)
      return true
    case 'ARRIVED':
      await start(ride, now)
      if (ride.booking.status === 'ARRIVED' && now - ride.since > PATIENCE * 1000) {
        await ride.act('cancel_booking', { reason: 'Nobody came' })
      }
      return true
    case 'STARTED':
      if (now < ride.since) return true
      if (ride.until === null) await drive(ride, now)
      if (ride.until !== null && now >= ride.until) await finish(ride, now)
      return true
    case 'REACHED':
    case 'PENDING':
      return collectPayment(ride, now)
    default:
      return false
  }
}

/**
 * Decides at random whether the driver's phone loses its signal on a trip. Returns beginning and end of the loss (ms since
 * 1970), or two zeros if there is none.
 *
 * @param share probability of a loss
 * @param begin start of the trip (ms since 1970)
 */
function silenceOf(d: Dice, share: number, begin: number): [number, number] {
  const from = begin + d.between(30, 240) * 1000
  return d.chance(share) ? [from, from + SILENCE] : [0, 0]
}

/**
 * Creates the trip for a booking that the driver has just accepted, or that was already under way when the simulation started.
 */
export async function resumeTrip(parts: TripParts, booking: Booking, now: number): Promise<Trip> {
  const { town, account, car, pump } = parts
  let isNews = true
  let lookAt = 0
  let line: TripLine | null = null
  const ride = createRide(parts, booking, now, ({ status }) => {
    if (!ON_THE_ROAD.includes(status)) line?.park()
  })
  const { talk } = ride
  const silence = silenceOf(dice(account.email, booking.pickup_lat, booking.drop_lat ?? 0), parts.badSignal, now)
  const topic = await town.api.rpc<string | null>(account.token, 'position_topic', { booking_id: booking.id })
  const hear = () => {
    isNews = true
    parts.wake()
  }
  line = town.openLine?.(account, booking.id, topic, hear) ?? null
  if (parts.isNew) talk.say(({ coming }) => coming, now, 4)

  async function look(now: number): Promise<void> {
    isNews = false
    lookAt = now + (line ? LOOK : TICK * 5)
    await ride.reload()
    const away = ride.booking.status === 'ARRIVED' ? -1 : Math.round(((ride.until ?? now) - now) / 60_000)
    await talk.read(now, away)
  }

  return {
    hear,
    close: () => line?.close(),
    async step(now) {
      if (isNews || now >= lookAt) await look(now)
      const fix = car.fix(now)
      const isHeard = now < silence[0] || now >= silence[1]
      pump.add(fix)
      if (isHeard) line?.send(fix)
      if (isHeard && now >= pump.due(ride.booking.status !== 'ARRIVED')) await pump.hand(true)
      const typed = await talk.send(now)
      if (!(await advance(ride, now))) {
        line?.close()
        return null
      }
      const tick = line ? Math.max(TICK, LEAST_TICK * town.clock.rate()) : TICK * 5
      return Math.min(now + tick, typed, Math.max(now + LEAST_TICK, ride.until ?? now + tick))
    }
  }
}
