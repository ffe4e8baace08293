import { askedOf, type CarType, nothingAsked, type Requirements } from '@/entities/car'
import type { ChosenExtras, Payment } from '@/entities/fare'
import type { Way } from '@/entities/place'
import { textLimits } from '@/types/text-limits'

/** The recipient of a parcel, with notes for the courier at both ends. */
export interface Recipient {
  name: string
  phone: string
  pickupNote: string
  dropNote: string
  /** The idempotency key of an earlier attempt that got no response and may be booked; empty for a new parcel. */
  key: string
}

/** A further parcel from the same pickup to the same drop. Notes on the pickup are entered once, with the first parcel. */
export interface Parcel extends Recipient {
  extras: ChosenExtras
}

/** The limit of a rider's active bookings (`app.check_customer`). */
export const MAX_PARCELS = 3

/** The passenger, if somebody else books the ride. */
export interface Guest {
  name: string
  phone: string
}

/** The options of a ride, besides its places and time. */
export interface RideOptions {
  requirements: Requirements
  guest: Guest | null
  /** A note for the driver about the pickup. */
  note: string
}

/** Everything the person has decided so far; survives signing in and a reload. */
export interface Draft extends Way, RideOptions {
  when: 'now' | 'later'
  /** Local time of the operator, "2026-11-20T14:30". */
  tripAt: string
  carTypeId: string | null
  extras: Record<string, ChosenExtras>
  recipient: Recipient
  /** The parcels after the first. */
  parcels: Parcel[]
  payment: Payment
}

export const emptyDraft: Draft = {
  pickup: null,
  drop: null,
  stops: [],
  when: 'now',
  tripAt: '',
  carTypeId: null,
  extras: {},
  recipient: { name: '', phone: '', pickupNote: '', dropNote: '', key: '' },
  parcels: [],
  payment: 'cash',
  requirements: nothingAsked,
  guest: null,
  note: ''
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The first missing field of a guest. Further checks of the number are the server's. */
export function missingGuestField({ name, phone }: Guest): 'name' | 'phone' | null {
  if (!name.trim() || name.length > textLimits.bookings.guest_name) return 'name'
  return digitsOf(phone).length > 6 && PHONE.test(phone.trim()) ? null : 'phone'
}

/** The phone numbers that the database accepts: `app.mobile_of`. */
const PHONE = /^[+]?[0-9(][0-9 ()/.-]{6,19}$/

/** Pickup and drop are set. */
export const hasRoute = ({ pickup, drop }: Draft): boolean => pickup !== null && drop !== null

/** The payment method. Parcels are paid before a courier comes, so they cannot be paid in cash. */
export const paymentOf = (car: CarType | null, { payment }: Draft): Payment =>
  car?.category === 'delivery' && payment === 'cash' ? 'wallet' : payment

/** The ride options in the form that the server expects. */
export const rideOptionsOf = ({ requirements, guest, note }: Draft) => ({
  requirements: askedOf(requirements),
  guest,
  pickupNote: note
})
/** More than 6 digits, spaces and hyphens, with an optional plus sign before and an extension after them (spec section 5). */
const deliveryPhone = /^[+]?[0-9 -]{7,40}(( *#| *x\.?| *ext\.?| *extension) *[0-9]{1,6})?$/i

/** Whether the courier knows a person and a number to hand the parcel to. The server checks again. */
export const hasRecipient = ({ name, phone }: Recipient): boolean =>
  name.trim() !== '' && deliveryPhone.test(phone.trim()) && /\d/.test(phone)

/**
 * The first thing that a booking lacks before it can be sent, as a key of the error catalogue (spec section 5), or null. The
 * server decides whether this person may then book it.
 *
 * @param tripAt ms of a later trip; null for now, undefined if no valid time was chosen
 */
export function missingField(draft: Draft, signedIn: boolean, tripAt: number | null | undefined): string | null {
  if (!signedIn) return 'must_login'
  if (!draft.pickup || !draft.drop || !draft.carTypeId) return 'select_proper'
  return tripAt === undefined ? 'past_booking_error' : null
}

/** The idempotency key of one parcel of an order: the same for each attempt, different for each parcel. */
export function parcelKey(orderKey: string, index: number): string {
  const last = (Number.parseInt(orderKey.slice(-2), 16) ^ index).toString(16).padStart(2, '0')
  return orderKey.slice(0, -2) + last
}
