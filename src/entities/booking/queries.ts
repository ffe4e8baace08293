import { useMemo } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { unwrap } from '@/lib/api'
import type { StoredUser } from '@/lib/auth-client'
import { early } from '@/lib/early'
import { AppError } from '@/lib/errors'
import { type Place, readPlaces } from '@/lib/geo'
import { keptWhile } from '@/lib/kept-while'
import { pollInterval } from '@/lib/live'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'
import type { DeskBooking } from './model'
import { earlyName, isStaff } from './reader'
import { isOver } from './status'

/** Cached data stay visible across statuses of one booking, but not across bookings. */
const sameBooking = keptWhile<readonly unknown[]>(([, id], [, before]) => id === before)

/**
 * One booking as the caller may read it; for staff through their list, which logs the access.
 *
 * @throws AppError `not_found` for a booking that does not exist or that the caller may not read
 */
export async function getBooking(id: string, forStaff = false): Promise<DeskBooking> {
  const rows: DeskBooking[] = await unwrap(
    forStaff
      ? supabase
          .rpc('list_bookings', { booking_id: id })
          .select('*,attention,booking_finances(driver_share)')
          .overrideTypes<DeskBooking[], { merge: false }>()
      : supabase.from('bookings').select('*').eq('id', id).limit(1)
  )
  const booking = rows[0]
  if (!booking) throw new AppError('not_found')
  return booking
}

/** The booking, kept fresh by its topic, and by polling while the topic is unavailable; not without a reader. */
export function useBooking(id: string, reader: StoredUser | null) {
  const { mutate } = useSWRConfig()
  const channel = useBroadcast(
    reader && `booking:${id}`,
    (message) => {
      void mutate(bookingKeys.booking(id))
      // The options change with the status, and with other broadcasts of the booking.
      if (message?.event === 'booking') void mutate(bookingKeys.isOptionsOf(id))
    },
    { events: ['status', 'booking'] }
  )
  const ask = () => getBooking(id, isStaff(reader?.role))
  return useSWR(reader && bookingKeys.booking(id), () => (reader ? early(earlyName(id, reader), ask) : ask()), {
    refreshInterval: channel === 'live' ? 0 : pollUntilOver
  })
}

/** Defined outside, because a new function per rendering would restart the delay. */
const pollUntilOver = (booking?: DeskBooking) => pollInterval('down', !booking || !isOver(booking.status))

/** A rider's reason for cancelling; drivers have their own. */
export type CancelReason = Pick<Tables<'cancel_reasons'>, 'id' | 'label'>

/** The reasons in their order. */
export async function getCancelReasons(): Promise<CancelReason[]> {
  return await unwrap(supabase.from('cancel_reasons').select('id,label').order('value'))
}

/** The reasons, loaded when needed. */
export function useCancelReasons(isWanted: boolean) {
  return useSWR(isWanted ? bookingKeys.cancelReasons : null, getCancelReasons, { revalidateOnFocus: false })
}

/** How a booking's parties reach each other. */
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

/** A booking's contacts; null if closed to the caller, as half an hour after payment. */
export async function getContacts(bookingId: string): Promise<Contacts | null> {
  const rows = await unwrap(supabase.from('booking_contacts').select(CONTACTS).eq('booking_id', bookingId).limit(1))
  return rows[0] ?? null
}

/** The contacts for each new status and driver; not requested for a null id. */
export function useContacts(bookingId: string | null, status: string, driverId: string | null) {
  return useSWR(bookingId ? bookingKeys.contacts(bookingId, status, driverId) : null, ([, id]) => getContacts(id))
}

/** Whether a person has rated a booking. A person's own rating is readable at once, the other side's later. */
export async function getHasRated(bookingId: string, personId: string): Promise<boolean> {
  const rows = await unwrap(
    supabase.from('ratings').select('stars').eq('booking_id', bookingId).eq('from_id', personId).limit(1)
  )
  return rows.length > 0
}

/** Not requested without a person. */
export function useHasRated(bookingId: string, personId: string | null) {
  return useSWR(personId ? bookingKeys.hasRated(bookingId) : null, () => getHasRated(bookingId, personId ?? ''))
}

/**
 * The start code that the rider tells the driver.
 *
 * @throws AppError if the caller is not the rider
 */
export async function getStartCode(bookingId: string): Promise<string> {
  return await unwrap(supabase.rpc('start_code', { booking_id: bookingId }))
}

/** The start code, requested only where it is shown. */
export function useStartCode(bookingId: string | null) {
  return useSWR(bookingId ? bookingKeys.startCode(bookingId) : null, ([, id]) => getStartCode(id))
}

/** The recorded route of a trip. */
export interface Trail {
  /** Encoded, precision 5; empty without a recording. */
  polyline: string
  /** Silences over a minute, in seconds. */
  gaps: { secs: number }[]
}

/** @throws AppError `booking_not_found`, `must_login` */
export async function getTrail(bookingId: string): Promise<Trail> {
  return (await unwrap(supabase.rpc('trip_trail', { booking_id: bookingId }))) as Trail
}

/** The trail of a finished trip, which no longer changes; not requested for a null id. */
export function useTrail(bookingId: string | null) {
  return useSWR(bookingId ? bookingKeys.trail(bookingId) : null, ([, id]) => getTrail(id), {
    revalidateOnFocus: false,
    revalidateIfStale: false
  })
}

/** A stop, and when the driver was there. */
export type Stop = Pick<Tables<'booking_stops'>, 'position' | 'address' | 'lat' | 'lng' | 'arrived_at'>

/**
 * The stops of a booking in order, for each new status.
 *
 * @param waypoints those of the booking itself, used if the signal is lost before the stops arrive
 */
export function useStops(bookingId: string, status: string, waypoints: unknown = null): Stop[] {
  const { data } = useSWR(bookingKeys.stops(bookingId, status), ([, id]) => getStops(id), { use: [sameBooking] })
  return useMemo(() => data ?? stopsAt(waypoints), [data, waypoints])
}

const stopsAt = (waypoints: unknown): Stop[] =>
  readPlaces(waypoints).map(({ lat, lng, add: address }, index) => ({
    ...{ position: index + 1, lat, lng, address },
    arrived_at: null
  }))

async function getStops(bookingId: string): Promise<Stop[]> {
  return await unwrap(
    supabase
      .from('booking_stops')
      .select('position,address,lat,lng,arrived_at')
      .eq('booking_id', bookingId)
      .order('position')
  )
}

/** The permitted times of a later ride, ms; requested whenever shown, because they move with the clock. */
export function useTripLimits() {
  return useSWR('trip-at-limits', getTripLimits, { dedupingInterval: 0 })
}

async function getTripLimits(): Promise<{ earliest: number; latest: number }> {
  const rows = await unwrap(supabase.rpc('trip_at_limits'))
  const limits = rows[0]
  if (!limits) throw new AppError('not_found')
  return { earliest: Date.parse(limits.earliest), latest: Date.parse(limits.latest) }
}

/** Where the rider's last ride ended; null before the first. */
export async function lastDrop(riderId: string): Promise<Place | null> {
  const rows = await unwrap(
    supabase
      .from('bookings')
      .select('drop_address,drop_lat,drop_lng')
      .eq('customer_id', riderId)
      .in('status', ['PAID', 'COMPLETE'])
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(1)
  )
  const [last] = rows
  if (!last || last.drop_lat === null || last.drop_lng === null) return null
  return { lat: last.drop_lat, lng: last.drop_lng, add: last.drop_address ?? '' }
}
