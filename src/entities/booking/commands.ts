import type { Requirements } from '@/entities/car'
import { unwrap } from '@/lib/api'
import { toAppError } from '@/lib/errors'
import type { LatLng } from '@/lib/geo'
import { supabase } from '@/lib/supabase'
import type { Booking } from './model'

/**
 * Cancels a trip, or returns it to dispatch if its driver does so.
 *
 * @param reason the label of a cancel reason
 * @throws AppError if it can no longer be cancelled
 */
export async function cancelBooking(bookingId: string, reason: string): Promise<Booking> {
  return await unwrap(supabase.rpc('cancel_booking', { booking_id: bookingId, reason }))
}

/**
 * The driver leaves a rider who did not come.
 *
 * @throws AppError before the free wait is over
 */
export async function noShow(bookingId: string): Promise<Booking> {
  return await unwrap(supabase.rpc('no_show', { booking_id: bookingId }))
}

/** Lets dispatch continue when an offer has expired. Optional: the server ticks by itself, so failures are ignored. */
export async function nudgeDispatch(bookingId: string): Promise<void> {
  await supabase.rpc('nudge_dispatch', { booking_id: bookingId })
}

interface Rating {
  /** 1 to 5. */
  stars: number | null
  comment: string
  tags: string[]
}

/**
 * Rates the other side, or skips it.
 *
 * @param rating null skips
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

/** Tips the driver from the wallet; the same key tips once. @throws AppError `insufficient_balance`, `amount_invalid`, … */
export const tipDriver = async (bookingId: string, amount: number, client_key: string): Promise<Booking> =>
  await unwrap(supabase.rpc('tip_driver', { booking_id: bookingId, amount, client_key }))

/**
 * Stores a picture that the driver uploaded to the bucket `bookings`. @throws AppError `image_capture_off`, `wrong_status`, …
 */
export const setBookingImage = async (booking_id: string, kind: 'pickup' | 'deliver', path: string): Promise<Booking> =>
  await unwrap(supabase.rpc('set_booking_image', { booking_id, kind, path }))

/**
 * Returns an undeliverable parcel to its pickup.
 *
 * @throws AppError `not_at_drop` if its driver is elsewhere, `wrong_status`, …
 */
export const returnToSender = async (bookingId: string, reason: string): Promise<Booking> =>
  await unwrap(supabase.rpc('return_to_sender', { booking_id: bookingId, reason }))

interface NewBooking {
  quoteId: string
  paymentMode: 'cash' | 'wallet' | 'card'
  /** The recipient of a parcel, with their number. */
  recipient?: { name: string; phone: string }
  /** The guest who travels instead of the rider. */
  guest?: { name: string; phone: string } | null
  /** Instructions for the driver at the pickup. */
  pickupNote?: string
  /** Instructions for the courier at the drop. */
  dropNote?: string
  /** What the car has to carry beyond what every car does. */
  requirements?: Partial<Requirements>
  /** ms; null for now. */
  tripAt: number | null
  /** A repeat with the same key returns the first booking. */
  clientKey: string
}

function detailsOf({ recipient, guest, pickupNote, dropNote, requirements }: Partial<NewBooking>) {
  return {
    ...(recipient && { delivery_person: recipient.name, delivery_person_phone: recipient.phone }),
    ...(guest && { guest_name: guest.name, guest_phone: guest.phone }),
    ...(pickupNote && { pick_up_instructions: pickupNote }),
    ...(dropNote && { delivery_instructions: dropNote }),
    ...(requirements && Object.keys(requirements).length > 0 && { requirements: { ...requirements } })
  }
}

/** Books at the quoted price. @throws AppError `quote_expired`, `unpaid_booking`, … */
export async function createBooking({
  quoteId,
  paymentMode,
  tripAt,
  clientKey,
  ...said
}: NewBooking): Promise<Booking> {
  const details = detailsOf(said)
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

/** Maximum time during which another driver's acceptance is undecided. */
const RETRY_MS = 200

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Accepts an offer. While another driver's acceptance is in flight the server responds `try_again`, and one
 * retry decides.
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

/** Declines an offer; the driver is not asked for this trip again. */
export async function declineBooking(bookingId: string): Promise<void> {
  await unwrap(supabase.rpc('decline_booking', { booking_id: bookingId }))
}

/** The desk records the cash that a driver has collected. @throws AppError `wrong_status`, … */
export const confirmCash = async (booking_id: string): Promise<Booking> =>
  await unwrap(supabase.rpc('confirm_cash', { booking_id }))

/** The desk ends a trip where its driver is: a breakdown. @throws AppError `wrong_status`, … */
export const reachDrop = async (booking_id: string): Promise<Booking> =>
  await unwrap(supabase.rpc('reach_drop', { booking_id }))

/** The desk asks one driver. @throws AppError `offer_open`, `driver_unsuitable`, `driver_busy`, … */
export async function assignDriver(bookingId: string, driverId: string): Promise<Booking> {
  return await unwrap(supabase.rpc('assign_driver', { booking_id: bookingId, driver_id: driverId }))
}

/** The desk lets a trip start after too many wrong codes. @throws AppError `reason_required`, … */
export async function overrideStartCode(bookingId: string, reason: string): Promise<Booking> {
  return await unwrap(supabase.rpc('override_start_code', { booking_id: bookingId, reason }))
}

/**
 * Starts a street trip: the meter runs from here.
 *
 * @throws AppError `driver_offline`, `driver_busy`, `position_needed`, …
 */
export const startStreetTrip = async (at: LatLng, client_key: string): Promise<Booking> =>
  await unwrap(supabase.rpc('start_street_trip', { lat: at.lat, lng: at.lng, client_key }))
