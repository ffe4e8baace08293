import type { LatLng } from '../../supabase/functions/_shared/region/mod.ts'
import { Refusal } from '../client/api.ts'
import { dice } from '../random.ts'
import { type Account, type Booking, type Colleague, hasVisitor, type Town } from '../town.ts'

interface Offer {
  id: string
  booking_id: string
  expires_at: string
  pickup_area_lat: number
  pickup_area_lng: number
  distance_km: number | null
}

interface Answer {
  bookingId: string
  at: number
  takes: boolean
}

/** The open offers of a simulated driver, and the driver's planned answers. */
export interface Offers {
  /** Reads new offers from the API. */
  look(now: number): Promise<void>
  /** Sends the answers that are due. Returns the booking that the driver got; null if the driver got none. */
  answer(now: number): Promise<Booking | null>
  /** Returns when the next answer is due (ms since 1970); Infinity if there is none. */
  due(): number
}

/** Seconds for which simulated drivers leave an offer to a visitor: a person who tries the product as a driver. */
const COURTESY = 15
/** How long the result of `isVisitorNear` is cached: HOLDS ms of the app's time, but at least LEAST ms of real time. */
const [HOLDS, LEAST] = [5000, 2000]
/**
 * If the app's time is faster than this (`AppClock.rate`), drivers take less of it to decide, because an offer then expires
 * within a second or two of real time.
 */
const UNSEEN = 4

/** Errors that are no failure: the offer has gone, for example to a faster driver, or this driver may no longer accept it. */
const harmless = new Set([
  'booking_taken',
  'offer_expired',
  'offer_not_found',
  'driver_busy',
  'driver_offline',
  'driver_unsuitable',
  'cannot_afford',
  'document_expired',
  'try_again'
])

export function createOffers(town: Town, { agenda }: Colleague, account: Account): Offers {
  const { api, own, note } = town
  const answers = new Map<string, Answer>()

  /** Whether a visitor's car is near, so that the visitor should get the offer. */
  async function isVisitorNear(now: number, place: LatLng): Promise<boolean> {
    const known = town.visitors.get(agenda.kind)
    if (known && now - known.at < Math.max(HOLDS, LEAST * town.clock.rate())) return known.isNear
    const { rows } = await api.rpc<{ rows: (LatLng & { car_type_id: string })[] }>(
      account.token,
      'nearby_drivers',
      place
    )
    const kind = town.carTypes.get(agenda.kind)
    const isNear = hasVisitor(
      town,
      agenda.kind,
      rows.filter(({ car_type_id }) => car_type_id === kind)
    )
    town.visitors.set(agenda.kind, { at: now, isNear })
    return isNear
  }

  async function think(offer: Offer, now: number): Promise<Answer> {
    const bookingId = offer.booking_id
    const isVisitors = !own.has(bookingId)
    const d = dice(account.email, offer.pickup_area_lat, offer.pickup_area_lng)
    const [low, high] = agenda.thinks
    // Drivers who are farther away think longer, so that near drivers accept first.
    const unhurried = d.between(low, high) + Math.min(9, 1.5 * (offer.distance_km ?? 0))
    const thinks = unhurried / Math.max(1, town.clock.rate() / UNSEEN)
    const place = { lat: offer.pickup_area_lat, lng: offer.pickup_area_lng }
    const wait = (await isVisitorNear(now, place)) ? Math.max(thinks, COURTESY + d.between(0, 2)) : thinks
    // Always accept the bookings of visitors; decline some of the simulated riders' bookings.
    return { bookingId, at: now + wait * 1000, takes: isVisitors || d.chance(agenda.accepts) }
  }

  async function accept(bookingId: string): Promise<Booking | null> {
    try {
      return await api.rpc<Booking>(account.token, 'accept_booking', { booking_id: bookingId })
    } catch (error) {
      if (error instanceof Refusal && harmless.has(error.key)) return null
      throw error
    }
  }

  return {
    async look(now) {
      const query = `booking_offers?select=id,booking_id,expires_at,pickup_area_lat,pickup_area_lng,distance_km&driver_id=eq.${account.id}&status=eq.open`
      const offers = await api.rows<Offer>(account.token, query)
      const open = new Set(offers.map(({ id }) => id))
      for (const id of answers.keys()) if (!open.has(id)) answers.delete(id)
      for (const offer of offers) if (!answers.has(offer.id)) answers.set(offer.id, await think(offer, now))
    },
    async answer(now) {
      const next = [...answers].filter(([, { at }]) => at <= now)
      for (const [id, { bookingId, takes }] of next) {
        answers.delete(id)
        if (!takes) {
          await api.rpc(account.token, 'decline_booking', { booking_id: bookingId }).catch(() => undefined)
          note(account.email, 'declined')
          continue
        }
        const booking = await accept(bookingId)
        if (!booking) continue
        answers.clear()
        note(account.email, 'accepted', booking.car_type)
        return booking
      }
      return null
    },
    due: () => Math.min(...[...answers.values()].map(({ at }) => at), Number.POSITIVE_INFINITY)
  }
}
