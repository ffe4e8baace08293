import type { CarType } from '@/entities/car'
import type { ChosenExtras, Payment } from '@/entities/fare'
import type { Way } from '@/entities/place'

/** Who takes a parcel, and what the courier should know at both ends. */
export interface Recipient {
  name: string
  phone: string
  pickupNote: string
  dropNote: string
}

/** Everything a person has decided so far; survives signing in and a reload. */
export interface Draft extends Way {
  when: 'now' | 'later'
  /** Wall clock of the operator, "2026-11-20T14:30". */
  tripAt: string
  carTypeId: string | null
  extras: Record<string, ChosenExtras>
  recipient: Recipient
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
  recipient: { name: '', phone: '', pickupNote: '', dropNote: '' },
  payment: 'cash'
}

/** There is a way to drive. */
export const hasRoute = ({ pickup, drop }: Draft): boolean => pickup !== null && drop !== null

/** Riders choose how to pay rides; parcels are paid from the wallet. */
export const paymentOf = (car: CarType | null, draft: Draft): Payment =>
  car?.category === 'delivery' ? 'wallet' : draft.payment

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
export function whatIsMissing(draft: Draft, signedIn: boolean, tripAt: number | null | undefined): string | null {
  if (!signedIn) return 'must_login'
  if (!draft.pickup || !draft.drop || !draft.carTypeId) return 'select_proper'
  return tripAt === undefined ? 'past_booking_error' : null
}
