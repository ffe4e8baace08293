import type { Requirements } from '@/entities/car'
import { sendFreshPosition } from '@/lib/geo/fresh-position'
import type { LatLng } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { toAppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import type { Booking } from './model'

/**
 * Cancels a trip. If a driver cancels, the booking returns to dispatch, which searches for another driver. The third
 * cancellation by a driver ends the booking.
 *
 * @param reason the label of a rider's cancel reason, or one of `DRIVER_REASONS`
 * @throws AppError if the trip can no longer be cancelled
 */
export async function cancelBooking(bookingId: string, reason: string): Promise<Booking> {
  return await unwrap(supabase.rpc('cancel_booking', { booking_id: bookingId, reason }))
}

/**
 * Ends the wait for a rider who did not come (no-show); called by the driver. First measures the car's position, because the
 * server needs one that is less than 30 s old.
 *
 * @throws AppError before the free waiting time is over, or if the driver is not at the pickup
 */
export async function noShow(bookingId: string): Promise<Booking> {
  await sendFreshPosition()
  return await unwrap(supabase.rpc('no_show', { booking_id: bookingId }))
}

/**
 * Tells dispatch that an offer has expired, so that it makes the next offer at once. Failures are ignored, because dispatch
 * also runs on a schedule.
 */
export async function nudgeDispatch(bookingId: string): Promise<void> {
  await supabase.rpc('nudge_dispatch', { booking_id: bookingId })
}

interface Rating {
  /** Number of stars, 1 to 5. */
  stars: number | null
  comment: string
  tags: string[]
}

/**
 * Rates the other party of a trip: a rider rates the driver, a driver rates the rider.
 *
 * @param rating null if the person skips the rating; the rider's call completes the booking in any case
 */
export async function rateBooking(bookingId: string, rating: Rating | null): Promise<Booking> {
  return await unwrap(
    supabase.rpc('rate_booking', {
      booking_id: bookingId,
      ...(rating?.stars && { stars: rating.stars, tags: rating.tags }),
      ...(rating?.comment && { comment: rating.comment })
    })
  )
}

/**
 * Tips the driver from the wallet. Calls with the same key tip only once.
 *
 * @throws AppError `insufficient_balance`, `amount_invalid`, …
 */
export const tipDriver = async (bookingId: string, amount: number, client_key: string): Promise<Booking> =>
  await unwrap(supabase.rpc('tip_driver', { booking_id: bookingId, amount, client_key }))

/**
 * Adds a picture to a booking. The driver has already uploaded it to the bucket `bookings`.
 *
 * @param path the picture's path in the bucket
 * @throws AppError `image_capture_off`, `wrong_status`, …
 */
export const setBookingImage = async (booking_id: string, kind: 'pickup' | 'deliver', path: string): Promise<Booking> =>
  await unwrap(supabase.rpc('set_booking_image', { booking_id, kind, path }))

/**
 * Starts the return of an undeliverable parcel to its sender.
 *
 * @throws AppError `not_at_drop` if the driver is not at the drop-off, `wrong_status`, …
 */
export const returnToSender = async (bookingId: string, reason: string): Promise<Booking> =>
  await unwrap(supabase.rpc('return_to_sender', { booking_id: bookingId, reason }))

interface NewBooking {
  quoteId: string
  paymentMode: 'cash' | 'wallet' | 'card'
  /** Name and phone number of the person who receives the parcel. */
  recipient?: { name: string; phone: string }
  /** The passenger, if the rider books for another person; null if the rider travels. */
  guest?: { name: string; phone: string } | null
  /** Instructions for the driver at the pickup. */
  pickupNote?: string
  /** Instructions for the courier at the drop-off. */
  dropNote?: string
  /** What the car must carry, where it differs from the default: one passenger and nothing else. */
  requirements?: Partial<Requirements>
  /** Start of the trip (ms); null for now. */
  tripAt: number | null
  /** The idempotency key: a repeated call with the same key returns the first booking. */
  clientKey: string
}

async function detailsOf({ recipient, guest, pickupNote, dropNote, requirements }: Partial<NewBooking>) {
  // Loaded late: most rides have neither recipient nor guest.
  const storedPhone = async (typed: string, key?: string) =>
    (await import('@/lib/typing/phones')).storedPhone(typed, key)
  return {
    ...(recipient && {
      delivery_person: recipient.name,
      delivery_person_phone: await storedPhone(recipient.phone, 'deliveryDetailMissing')
    }),
    ...(guest && { guest_name: guest.name, guest_phone: await storedPhone(guest.phone) }),
    ...(pickupNote && { pick_up_instructions: pickupNote }),
    ...(dropNote && { delivery_instructions: dropNote }),
    ...(requirements && Object.keys(requirements).length > 0 && { requirements: { ...requirements } })
  }
}

/**
 * Books at the price of a quote. The numbers of recipient and guest are read as people type them.
 *
 * @throws AppError `quote_expired`, `unpaid_booking`, `mobile_no_blank_error`, `deliveryDetailMissing`, …
 */
export async function createBooking({
  quoteId,
  paymentMode,
  tripAt,
  clientKey,
  ...said
}: NewBooking): Promise<Booking> {
  const details = await detailsOf(said)
  return unwrap(
    supabase.rpc('create_booking', {
      quote_id: quoteId,
      payment_mode: paymentMode,
      client_key: clientKey,
      ...(Object.keys(details).length > 0 ? { details } : {}),
      ...(tripAt !== null ? { trip_at: new Date(tripAt).toISOString() } : {})
    })
  )
}

/** Pause before the retry (ms): by then the server has decided whether another driver's acceptance succeeded. */
const RETRY_MS = 200

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Accepts an offer. While the server processes another driver's acceptance of the same booking, it responds `try_again`. This
 * function then tries once more.
 *
 * @throws AppError `booking_taken`, `offer_expired`, …
 */
export async function acceptBooking(bookingId: string): Promise<Booking> {
  const accept = () => unwrap(supabase.rpc('accept_booking', { booking_id: bookingId }))
  try {
    return await accept()
  } catch (error) {
    if (toAppError(error).key !== 'try_again') throw error
    await pause(RETRY_MS)
    return await accept()
  }
}

/** Declines an offer. Dispatch does not offer this trip to the driver again. */
export async function declineBooking(bookingId: string): Promise<void> {
  await unwrap(supabase.rpc('decline_booking', { booking_id: bookingId }))
}

/** Records that the driver has collected the cash; called by the desk. @throws AppError `wrong_status`, … */
export const confirmCash = async (booking_id: string): Promise<Booking> =>
  await unwrap(supabase.rpc('confirm_cash', { booking_id }))

/**
 * Ends a trip at the driver's current position, for example after a breakdown; called by the desk. @throws AppError
 * `wrong_status`, …
 */
export const reachDrop = async (booking_id: string): Promise<Booking> =>
  await unwrap(supabase.rpc('reach_drop', { booking_id }))

/** Offers a booking to one driver; called by the desk. @throws AppError `offer_open`, `driver_unsuitable`, `driver_busy`, … */
export async function assignDriver(bookingId: string, driverId: string): Promise<Booking> {
  return await unwrap(supabase.rpc('assign_driver', { booking_id: bookingId, driver_id: driverId }))
}

/**
 * Allows a trip to start without its code, after too many wrong ones; called by the desk. @throws AppError `reason_required`, …
 */
export async function overrideStartCode(bookingId: string, reason: string): Promise<Booking> {
  return await unwrap(supabase.rpc('override_start_code', { booking_id: bookingId, reason }))
}

/**
 * Starts a street trip, for a passenger who got in without booking.
 *
 * @param at where the meter starts to count
 * @throws AppError `driver_offline`, `driver_busy`, `position_needed`, …
 */
export const startStreetTrip = async (at: LatLng, client_key: string): Promise<Booking> =>
  await unwrap(supabase.rpc('start_street_trip', { lat: at.lat, lng: at.lng, client_key }))
