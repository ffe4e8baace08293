import { useMemo } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { type Place, readPlaces } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { early } from '@/lib/server/early'
import { AppError } from '@/lib/server/errors'
import { keptWhile } from '@/lib/server/kept-while'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { StoredUser } from '@/lib/session/auth-client'
import type { Tables } from '@/types/database'
import { PAID } from '@/types/statuses'
import { bookingKeys } from './keys'
import type { Booking, DeskBooking } from './model'
import { earlyName, isStaff } from './reader'
import { isOver } from './status'

type StopsKey = ReturnType<typeof bookingKeys.stops>

/** Keeps showing cached stops while those of the same route load, such as after a change of status. */
const sameRoute = keptWhile<StopsKey>(([, id, , way], [, before, , formerWay]) => id === before && way === formerWay)

/**
 * Reads one booking with the data that the caller may see. Staff read it through their list, so that the access is logged.
 *
 * @throws AppError `not_found` for a booking that does not exist or that the caller may not read
 */
export async function getBooking(id: string, forStaff = false): Promise<DeskBooking> {
  const rows: DeskBooking[] = forStaff
    ? (await unwrap(supabase.rpc('list_bookings', { booking_id: id }))).rows
    : await unwrap(supabase.from('bookings').select('*').eq('id', id).limit(1))
  const booking = rows[0]
  if (!booking) throw new AppError('not_found')
  return booking
}

/**
 * A booking, updated by messages on its topic. While the topic is unavailable, the booking is requested at an interval.
 *
 * @param reader null requests nothing
 */
export function useBooking(id: string, reader: StoredUser | null) {
  const { mutate } = useSWRConfig()
  const channel = useBroadcast(
    reader && `booking:${id}`,
    (message) => {
      // The permitted actions change with the status, and after other messages about the booking.
      if (message?.event === 'booking') {
        void mutate(bookingKeys.isDetailOf(id))
        void mutate(bookingKeys.paymentRequests(id))
      }
      return mutate(bookingKeys.booking(id))
    },
    { events: ['status', 'booking'] }
  )
  const ask = () => getBooking(id, isStaff(reader?.role))
  return useSWR(reader && bookingKeys.booking(id), () => (reader ? early(earlyName(id, reader), ask) : ask()), {
    refreshInterval: channel === 'live' ? 0 : pollUntilOver
  })
}

/**
 * Polls until the booking is over. It is defined outside of the hook, because a new function for each rendering would restart
 * the interval.
 */
const pollUntilOver = (booking?: DeskBooking) => pollInterval('down', !booking || !isOver(booking.status))

/** A reason for cancelling of the firm's list. Drivers choose from `DRIVER_REASONS` instead. */
export type CancelReason = Pick<Tables<'cancel_reasons'>, 'id' | 'label'>

/** The reasons for cancelling that riders or the staff may choose, in the operator's order. */
export async function getCancelReasons(audience: 'rider' | 'staff'): Promise<CancelReason[]> {
  const reasons = supabase.from('cancel_reasons').select('id,label').in('audience', ['everybody', audience])
  return await unwrap(reasons.order('value'))
}

/** The reasons for cancelling that an audience may choose; requested once there is one. */
export function useCancelReasons(audience: 'rider' | 'staff' | null) {
  return useSWR(audience && bookingKeys.cancelReasons(audience), ([, whose]) => getCancelReasons(whose), {
    revalidateOnFocus: false
  })
}

/** How the people of a booking can reach each other, the instructions for a parcel, and who received it. */
export type Contacts = Pick<
  Tables<'booking_contacts'>,
  | 'customer_contact'
  | 'guest_phone'
  | 'driver_contact'
  | 'delivery_person'
  | 'delivery_person_phone'
  | 'pick_up_instructions'
  | 'delivery_instructions'
  | 'received_by'
  | 'signature'
>

const CONTACTS =
  'customer_contact,guest_phone,driver_contact,delivery_person,delivery_person_phone,pick_up_instructions,delivery_instructions,received_by,signature'

/** Reads a booking's contacts; null if the caller may not see them. For rider and driver, access ends 30 min after payment. */
export async function getContacts(bookingId: string): Promise<Contacts | null> {
  const rows = await unwrap(supabase.from('booking_contacts').select(CONTACTS).eq('booking_id', bookingId).limit(1))
  return rows[0] ?? null
}

/** Keeps showing the contacts of a booking while they load again, as long as it has the same driver. */
const sameDriver = keptWhile<readonly unknown[]>(
  ([, id, , driver], [, before, , driverBefore]) => id === before && driver === driverBefore
)

/**
 * A booking's contacts, requested again when status or driver change; a null id requests nothing. After a change of status the
 * known contacts stay until the new response, because a driver may have no signal at the door.
 */
export function useContacts(bookingId: string | null, status: string, driverId: string | null) {
  const key = bookingId ? bookingKeys.contacts(bookingId, status, driverId) : null
  return useSWR(key, ([, id]) => getContacts(id), { use: [sameDriver] })
}

/**
 * Whether a person has rated a booking. A person can read their own rating at once, but the other party's rating only later.
 */
export async function getHasRated(bookingId: string, personId: string): Promise<boolean> {
  const rows = await unwrap(
    supabase.from('ratings').select('stars').eq('booking_id', bookingId).eq('from_id', personId).limit(1)
  )
  return rows.length > 0
}

/** Whether a person has rated the booking; without a person nothing is requested. */
export function useHasRated(bookingId: string, personId: string | null) {
  return useSWR(personId ? bookingKeys.hasRated(bookingId) : null, () => getHasRated(bookingId, personId ?? ''))
}

/**
 * Reads the start code, which the rider tells the driver.
 *
 * @throws AppError if the caller is not the rider
 */
export async function getStartCode(bookingId: string): Promise<string> {
  return await unwrap(supabase.rpc('start_code', { booking_id: bookingId }))
}

/** The start code; a null id requests nothing. */
export function useStartCode(bookingId: string | null) {
  return useSWR(bookingId ? bookingKeys.startCode(bookingId) : null, ([, id]) => getStartCode(id))
}

/** The route that a trip's driver actually drove, as recorded. */
export interface Trail {
  /** The route as an encoded polyline (precision 5); empty if nothing was recorded or the trip ended over 180 days ago. */
  polyline: string
  /** Gaps of more than a minute in the recording, in seconds. */
  gaps: { secs: number }[]
}

/** Reads the recorded route. @throws AppError `booking_not_found`, `must_login` */
export async function getTrail(bookingId: string): Promise<Trail> {
  return (await unwrap(supabase.rpc('trip_trail', { booking_id: bookingId }))) as Trail
}

/** The recorded route of a finished trip, which no longer changes; a null id requests nothing. */
export function useTrail(bookingId: string | null) {
  return useSWR(bookingId ? bookingKeys.trail(bookingId) : null, ([, id]) => getTrail(id), {
    revalidateOnFocus: false,
    revalidateIfStale: false
  })
}

/** A stop of a trip, and when the driver arrived at it. */
export type Stop = Pick<Tables<'booking_stops'>, 'position' | 'address' | 'lat' | 'lng' | 'arrived_at'>

/**
 * The stops of a booking in order, requested again when the status or the route changes. While the response is missing, such
 * as without a signal, those in the booking's own row.
 */
export function useStops(booking: Pick<Booking, 'id' | 'status' | 'waypoints'>): Stop[] {
  const { data } = useSWR(bookingKeys.stops(booking), ([, id]) => getStops(id), { use: [sameRoute] })
  return useMemo(() => data ?? stopsAt(booking.waypoints), [data, booking.waypoints])
}

const stopsAt = (waypoints: unknown): Stop[] =>
  readPlaces(waypoints).map(({ lat, lng, add: address }, index) => ({
    ...{ position: index + 1, lat, lng, address },
    arrived_at: null
  }))

/** Reads the stops of a booking, in order. */
export async function getStops(bookingId: string): Promise<Stop[]> {
  return await unwrap(
    supabase
      .from('booking_stops')
      .select('position,address,lat,lng,arrived_at')
      .eq('booking_id', bookingId)
      .order('position')
  )
}

/**
 * The earliest and latest start of a ride booked for later (ms). Both move with the clock, so they are requested again at each
 * use.
 */
export function useTripLimits() {
  return useSWR('trip-at-limits', getTripLimits, { dedupingInterval: 0 })
}

async function getTripLimits(): Promise<{ earliest: number; latest: number }> {
  const rows = await unwrap(supabase.rpc('trip_at_limits'))
  const limits = rows[0]
  if (!limits) throw new AppError('not_found')
  return { earliest: Date.parse(limits.earliest), latest: Date.parse(limits.latest) }
}

/** Where the rider's last ride ended; null if there was none. */
export async function lastDrop(riderId: string): Promise<Place | null> {
  const rows = await unwrap(
    supabase
      .from('bookings')
      .select('drop_address,drop_lat,drop_lng')
      .eq('customer_id', riderId)
      .in('status', PAID)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(1)
  )
  const [last] = rows
  if (!last || last.drop_lat === null || last.drop_lng === null) return null
  return { lat: last.drop_lat, lng: last.drop_lng, add: last.drop_address ?? '' }
}
