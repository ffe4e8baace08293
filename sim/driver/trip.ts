import { Refusal } from '../client/api.ts'
import type { TripLine } from '../client/line.ts'
import { type Dice, dice } from '../random.ts'
import type { Booking } from '../town.ts'
import { photo } from './photo.ts'
import { createRide, type Ride, type TripParts } from './ride.ts'
import { collectPayment, finish, readStops } from './trip-end.ts'

/** A driver's part of one booking. */
export interface Trip {
  /** Does what is due; returns when to call it again (ms since 1970), or null once the driver is free. */
  step(now: number): Promise<number | null>
  /** Called when the booking has changed, or when the rider wrote. */
  hear(): void
  /** Ends the driver's part; the booking stays as it is. */
  close(): void
}

/** Interval of positions during a trip (ms): one each second in the app's time, at most four per real second. */
const [TICK, LEAST_TICK] = [1000, 250]
/** How often the booking is read if no messages come (ms). */
const LOOK = 20_000
/** Seconds that the driver waits for a rider who does not come, before taking another ride. */
const PATIENCE = 20 * 60
/** Time for boarding if no code is needed (ms). */
const BOARDING = 15_000
/** Duration of a lost signal (ms); the meter notices gaps of more than a minute. */
const SILENCE = 45_000

/** Drives to the next goal: the pickup, a stop or the drop, which the rider may have changed. */
async function drive(ride: Ride, now: number): Promise<void> {
  const { booking, town, car, pace } = ride
  if (booking.status === 'STARTED') await readStops(ride)
  const end =
    booking.status === 'ACCEPTED'
      ? { lat: booking.pickup_lat, lng: booking.pickup_lng }
      : // Without a drop, drive back to the start: the passenger of a street trip names the destination only on the way.
        { lat: booking.drop_lat ?? booking.pickup_lat, lng: booking.drop_lng ?? booking.pickup_lng }
  const goal = ride.stops[0] ?? end
  const way = town.world.way([car.fix(now), goal]) ?? { line: [car.fix(now), goal], metres: 0, seconds: 30 }
  ride.until = car.follow(way, now, pace)
}

async function arrive(ride: Ride, now: number): Promise<void> {
  await ride.pump.hand(true)
  await ride.act('arrive_at_pickup')
  // The waiting time starts at the arrival; for a later booking, at the pickup time if that is later.
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
  // Wait until the rider has boarded, or the parcel is handed over.
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

/** Statuses in which people follow the car. */
const followed = new Set(['ACCEPTED', 'ARRIVED', 'STARTED'])

/** Does one step of the ride by its status; returns false once the driver is free. */
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

/** When the driver's phone has no signal (from, until): during one part of the trip, for some drivers. */
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
