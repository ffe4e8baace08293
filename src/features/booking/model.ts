import type { CarType } from '@/entities/car'
import type { ChosenExtras, Payment } from '@/entities/fare'
import type { LatLng, Place } from '@/lib/geo'
import { listLimits } from '@/types/limits'

/** Who takes a parcel. */
export interface Recipient {
  name: string
  phone: string
}

/** Everything a person has decided so far; survives signing in and a reload. */
export interface Draft {
  pickup: Place | null
  drop: Place | null
  /** Between pickup and drop, in order; null while a stop has no address yet. */
  stops: (Place | null)[]
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
  recipient: { name: '', phone: '' },
  payment: 'cash'
}

/** One place of the draft. */
export type Slot = 'pickup' | 'drop' | { stop: number }

export const MAX_STOPS = listLimits.bookings.waypoints

export const isSameSlot = (a: Slot | null, b: Slot | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Where a place of the draft is. */
export function placeAt(draft: Draft, slot: Slot): Place | null {
  if (slot === 'pickup') return draft.pickup
  return slot === 'drop' ? draft.drop : (draft.stops[slot.stop] ?? null)
}

export function withPlace(draft: Draft, slot: Slot, place: Place | null): Draft {
  if (slot === 'pickup') return { ...draft, pickup: place }
  if (slot === 'drop') return { ...draft, drop: place }
  return { ...draft, stops: draft.stops.map((stop, index) => (index === slot.stop ? place : stop)) }
}

/** The first place in the order of the ride that is not known yet. */
export function missingSlot({ pickup, stops, drop }: Draft): Slot | null {
  if (!pickup) return 'pickup'
  const stop = stops.indexOf(null)
  if (stop !== -1) return { stop }
  return drop ? null : 'drop'
}

/** There is a way to drive. */
export const hasRoute = ({ pickup, drop }: Draft): boolean => pickup !== null && drop !== null

/** Riders choose how to pay rides; parcels are paid from the wallet. */
export const paymentOf = (car: CarType | null, draft: Draft): Payment =>
  car?.category === 'delivery' ? 'wallet' : draft.payment

/** The stops that have an address; the others do not count yet. */
export const knownStops = (draft: Draft): Place[] => draft.stops.filter((stop) => stop !== null)

/** What the map has to show. */
export function pointsOf(draft: Draft): LatLng[] {
  return [draft.pickup, ...draft.stops, draft.drop].filter((place) => place !== null)
}

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
