import { askedOf, type CarType, nothingAsked, type Requirements } from '@/entities/car'
import type { ChosenExtras, Payment } from '@/entities/fare'
import type { Way } from '@/entities/place'
import { textLimits } from '@/types/text-limits'

/** Who takes a parcel, and what the courier should know at both ends. */
export interface Recipient {
  name: string
  phone: string
  pickupNote: string
  dropNote: string
  /** Under which it was sent before and perhaps booked, as no answer came; empty for a new one. */
  key: string
}

/** One more parcel from the same door to the same drop; what counts at the pickup is said once, with the first. */
export interface Parcel extends Recipient {
  extras: ChosenExtras
}

/** As many as a rider may have under way at once (`app.check_customer`). */
export const MAX_PARCELS = 3

/** Who rides where it is not the one who books. */
export interface Guest {
  name: string
  phone: string
}

/** What a rider asks for beside the way. */
export interface Wishes {
  requirements: Requirements
  guest: Guest | null
  /** What the driver should know at the pickup. */
  note: string
}

/** Everything a person has decided so far; survives signing in and a reload. */
export interface Draft extends Way, Wishes {
  when: 'now' | 'later'
  /** Wall clock of the operator, "2026-11-20T14:30". */
  tripAt: string
  carTypeId: string | null
  extras: Record<string, ChosenExtras>
  recipient: Recipient
  /** Those beside the first. */
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

/** The first that is missing of somebody who rides. What is no number otherwise is the server's to say. */
export function missingGuestField({ name, phone }: Guest): 'name' | 'phone' | null {
  if (!name.trim() || name.length > textLimits.bookings.guest_name) return 'name'
  return digitsOf(phone).length > 6 && PHONE.test(phone.trim()) ? null : 'phone'
}

/** What the database takes as a number: `app.mobile_of`. */
const PHONE = /^[+]?[0-9(][0-9 ()/.-]{6,19}$/

/** There is a way to drive. */
export const hasRoute = ({ pickup, drop }: Draft): boolean => pickup !== null && drop !== null

/** Riders choose how to pay; parcels are paid before a courier comes, so never in cash. */
export const paymentOf = (car: CarType | null, { payment }: Draft): Payment =>
  car?.category === 'delivery' && payment === 'cash' ? 'wallet' : payment

/** What a ride is booked with beside its way. */
export const wishesOf = ({ requirements, guest, note }: Draft) => ({
  requirements: askedOf(requirements),
  guest,
  pickupNote: note
})
/** More than 6 characters of digits, spaces and hyphens, a plus before and an extension after them (spec section 5). */
const deliveryPhone = /^[+]?[0-9 -]{7,40}(( *#| *x\.?| *ext\.?| *extension) *[0-9]{1,6})?$/i

/** Whether a courier can hand the parcel over: there is a person, and a number. The server looks again. */
export const hasRecipient = ({ name, phone }: Recipient): boolean =>
  name.trim() !== '' && deliveryPhone.test(phone.trim()) && /\d/.test(phone)

/**
 * What a booking lacks before it can be sent, as a key of the error catalogue (spec section 5), or null. Whether this
 * person may book it then is for the server to say.
 *
 * @param tripAt ms of a later trip; null for now, undefined when no valid time was chosen
 */
export function missingField(draft: Draft, signedIn: boolean, tripAt: number | null | undefined): string | null {
  if (!signedIn) return 'must_login'
  if (!draft.pickup || !draft.drop || !draft.carTypeId) return 'select_proper'
  return tripAt === undefined ? 'past_booking_error' : null
}

/** The key of a parcel of an order: the same at each attempt, and another for each parcel. */
export function parcelKey(orderKey: string, index: number): string {
  const last = (Number.parseInt(orderKey.slice(-2), 16) ^ index).toString(16).padStart(2, '0')
  return orderKey.slice(0, -2) + last
}
