import { Refusal } from '../client/api.ts'
import type { TripLine } from '../client/line.ts'
import { type Dice, dice } from '../random.ts'
import type { Booking } from '../town.ts'
import { photo } from './photo.ts'
import { createRide, type Ride, type TripParts } from './ride.ts'
import { collectPayment, finish, readStops } from './trip-end.ts'

/** A driver's part of one booking. */
export interface Trip {
  /** Does what is due; returns when to call it again (ms), or null once the driver is free. */
  step(now: number): Promise<number | null>
  /** The booking has changed, or the rider wrote. */
  hear(): void
  /** Stops; the booking stays as it is. */
  close(): void
}

/** On a trip: a position each second at real speed, at most four a second (ms). */
const [TICK, LEAST_TICK] = [1000, 250]
/** Without messages, how often the booking is read (ms). */
const LOOK = 20_000
/** Waiting time for a rider who does not come; after it the driver takes another ride (s). */
const PATIENCE = 20 * 60
/** Boarding time without a code (ms). */
const BOARDING = 15_000
/** Duration of a lost signal (ms); the meter notices gaps of more than a minute. */
const SILENCE = 45_000

/** Continues to the pickup, the next stop or the drop, which the rider may have changed. */
async function drive(ride: Ride, now: number): Promise<void> {
  const { booking, town, car, pace } = ride
  if (booking.status === 'STARTED') await readStops(ride)
  const end =
    booking.status === 'ACCEPTED'
      ? { lat: booking.pickup_lat, lng: booking.pickup_lng }
      : // The passenger of a street trip names the destination on the way: until then the car returns to where it started.
        { lat: booking.drop_lat ?? booking.pickup_lat, lng: booking.drop_lng ?? booking.pickup_lng }
  const goal = ride.stops[0] ?? end
  const way = town.world.way([car.fix(now), goal]) ?? { line: [car.fix(now), goal], metres: 0, seconds: 30 }
  ride.until = car.follow(way, now, pace)
}

async function arrive(ride: Ride, now: number): Promise<void> {
  await ride.pump.hand(true)
  await ride.act('arrive_at_pickup')
  // For a later booking, the waiting time starts at its time.
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
  // The rider boards, or a parcel is handed over.
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

/** While the car is followed. */
const followed = new Set(['ACCEPTED', 'ARRIVED', 'STARTED'])

/** One step of the ride by its status; false once the driver is free. */
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

/** When the phone has no signal: one part of the trip, for some drivers. */
function silenceOf(d: Dice, share: number, begin: number): [number, number] {
  const from = begin + d.between(30, 240) * 1000
  return d.chance(share) ? [from, from + SILENCE] : [0, 0]
}

/** Continues a booking of the driver: one just accepted, or one that was already under way. */
export async function resumeTrip(parts: TripParts, booking: Booking, now: number): Promise<Trip> {
  const { town, account, car, pump } = parts
  let isNews = true
  let lookAt = 0
  let line: TripLine | null = null
  const ride = createRide(parts, booking, now, ({ status }) => {
    if (!followed.has(status)) line?.park()
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
