import { askedOf, type CarType, nothingAsked, type Requirements } from '@/entities/car'
import type { ChosenExtras, Payment } from '@/entities/fare'
import type { Way } from '@/entities/place'
import type { Settings } from '@/entities/settings'
import { mostOpenBookings } from '@/types/rules'
import { textLimits } from '@/types/text-limits'

/** The person who receives a parcel, with notes for the courier at pickup and drop-off. */
export interface Recipient {
  name: string
  phone: string
  pickupNote: string
  dropNote: string
  /**
   * The idempotency key of an earlier attempt to book this parcel, which failed with an error. It is sent again, because the
   * parcel may have been booked if only the response was lost. Empty for a new or changed parcel.
   */
  key: string
}

/** A further parcel with the same pickup and drop-off. Notes about the pickup are entered once, with the first parcel. */
export interface Parcel extends Recipient {
  extras: ChosenExtras
}

/** Maximum number of parcels in an order: the limit of a rider's active bookings (`app.check_customer`). */
export const MAX_PARCELS = mostOpenBookings

/** The passenger, if someone else books the ride. */
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

/** The draft: everything the person has decided about the ride so far. It survives signing in and a reload. */
export interface Draft extends Way, RideOptions {
  when: 'now' | 'later'
  /** The start time as an instant, such as "2026-11-20T13:30:00.000Z"; '' if none was chosen. */
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

/** Returns the first missing or invalid field of a guest, whose phone number can be read or not; null if both are valid. */
export function missingGuestField({ name }: Guest, hasNumber: boolean): 'name' | 'phone' | null {
  if (!name.trim() || name.length > textLimits.bookings.guest_name) return 'name'
  return hasNumber ? null : 'phone'
}

/** Returns whether pickup and drop-off are chosen. */
export const hasRoute = ({ pickup, drop }: Draft): boolean => pickup !== null && drop !== null

/** What the operator takes. */
export type Taken = Pick<Settings, 'cash_payments' | 'card_payments'>

/**
 * Returns the payment method. A parcel is paid before a courier comes, so it cannot be paid in cash; the wallet pays instead. What
 * the operator does not take is replaced by what it takes.
 */
export function paymentOf(
  car: CarType | null,
  { payment }: Pick<Draft, 'payment'>,
  taken: Taken | null | undefined
): Payment {
  if (car?.category === 'delivery' && payment === 'cash') return 'wallet'
  if (payment === 'cash' && taken?.cash_payments === false) return 'card'
  return payment === 'card' && taken?.card_payments === false ? 'cash' : payment
}

/** Returns the ride options in the form that the server expects. */
export const rideOptionsOf = ({ requirements, guest, note }: Draft) => ({
  requirements: askedOf(requirements),
  guest,
  pickupNote: note
})

/** Returns a parcel in the form that the server expects. */
export const parcelOf = ({ name, phone, pickupNote, dropNote }: Recipient) => ({
  recipient: { name, phone },
  pickupNote: pickupNote.trim(),
  dropNote: dropNote.trim()
})

/** Returns whether a parcel has the name of a person who receives it, and a phone number that can be read. */
export const hasRecipient = ({ name }: Recipient, hasNumber: boolean): boolean => name.trim() !== '' && hasNumber

/**
 * Returns what prevents sending a booking, as an error key (section 5 of the specification); null if nothing does. Whether this
 * person may book is decided by the server.
 *
 * @param tripAt start of a trip for later (ms); null for now, undefined if no valid time was chosen
 */
export function missingField(draft: Draft, signedIn: boolean, tripAt: number | null | undefined): string | null {
  if (!signedIn) return 'must_login'
  if (!draft.pickup || !draft.drop || !draft.carTypeId) return 'select_proper'
  return tripAt === undefined ? 'past_booking_error' : null
}

/** Returns the idempotency key of one parcel of an order: the same for each attempt, different for each parcel. */
export function parcelKey(orderKey: string, index: number): string {
  const last = (Number.parseInt(orderKey.slice(-2), 16) ^ index).toString(16).padStart(2, '0')
  return orderKey.slice(0, -2) + last
}
