import { type CarType, nothingAsked, type Requirements } from '@/entities/car'
import type { ChosenExtras } from '@/entities/fare'
import type { EarlierTrip } from '@/entities/person'
import type { Way } from '@/entities/place'

/** Somebody whom the desk books for. */
export interface Rider {
  id: string
  name: string
  mobile: string | null
}

export type When = 'now' | 'later' | 'series'

/** A trip on the same days of each week. */
export interface Series {
  /** 1 is Monday, as ISO counts. */
  days: number[]
  /** "14:30" of the operator's clocks. */
  time: string
  /** The last day, "2026-11-20". */
  until: string
}

/** Nobody gives a card's number by telephone. */
export type CallPayment = 'cash' | 'wallet'

/** One telephone call: everything that was said so far. */
export interface Call extends Way {
  id: string
  /** Makes a repeat harmless: one call is booked once. */
  key: string
  at: number
  /** The number, or a name, as it was typed. */
  text: string
  rider: Rider | null
  /** Of somebody who is not known yet. */
  newName: { first: string; last: string }
  guest: { name: string; phone: string } | null
  when: When
  /** As `DateTimeField` holds it. */
  tripAt: string
  series: Series
  /** By day. */
  rows: Record<string, SeriesRow>
  carTypeId: string | null
  extras: Record<string, ChosenExtras>
  /** What the car of a ride has to carry. */
  requirements: Requirements
  recipient: { name: string; phone: string }
  pickupNote: string
  dropNote: string
  payment: CallPayment
  promo: string
}

/** What became of one date of a series; its key books it once. */
export interface SeriesRow {
  key: string
  isLeftOut: boolean
  /** Of the booking that was made. */
  reference: string | null
}

const noSeries: Series = { days: [], time: '', until: '' }

export const newCall = (text = '', now = Date.now()): Call => ({
  id: crypto.randomUUID(),
  key: crypto.randomUUID(),
  at: now,
  text,
  rider: null,
  newName: { first: '', last: '' },
  guest: null,
  pickup: null,
  drop: null,
  stops: [],
  when: 'now',
  tripAt: '',
  series: noSeries,
  rows: {},
  carTypeId: null,
  extras: {},
  requirements: nothingAsked,
  recipient: { name: '', phone: '' },
  pickupNote: '',
  dropNote: '',
  payment: 'cash',
  promo: ''
})

/** A change that rests on the call as it is by then: what was waited for may have changed others of its parts. */
export type CallPatch = Partial<Call> | ((call: Call) => Partial<Call>)

export const patched = (call: Call, patch: CallPatch): Call => ({
  ...call,
  ...(typeof patch === 'function' ? patch(call) : patch)
})

export const rowOf = ({ rows }: Pick<Call, 'rows'>, day: string): SeriesRow =>
  rows[day] ?? { key: crypto.randomUUID(), isLeftOut: false, reference: null }

/** Nothing was said yet. */
export function isBlank(call: Call): boolean {
  const { id: _, key: __, at: ___, ...said } = call
  const { id: _i, key: _k, at: _a, ...nothing } = newCall()
  return JSON.stringify(said) === JSON.stringify(nothing)
}

const guestOf = ({ guest_name, guest_phone }: EarlierTrip): Call['guest'] =>
  guest_name ? { name: guest_name, phone: guest_phone ?? '' } : null

/** An earlier trip, or its way back, as a draft for now. */
export function again(trip: EarlierTrip, isBack: boolean, carTypes: readonly CarType[] = []): Partial<Call> {
  const { pickup, drop, waypoints, parcel_type_index, option_index, car_type_id } = trip
  const isOffered = carTypes.some(({ id }) => id === car_type_id)
  const extras =
    parcel_type_index === null && option_index === null
      ? {}
      : { [car_type_id]: { parcel: parcel_type_index ?? 0, option: option_index ?? 0 } }
  return {
    ...(isBack
      ? { pickup: drop, drop: pickup, stops: waypoints.toReversed() }
      : { pickup, drop, stops: [...waypoints] }),
    when: 'now',
    guest: guestOf(trip),
    carTypeId: isOffered ? car_type_id : null,
    extras: isOffered ? extras : {},
    payment: trip.payment_mode === 'wallet' ? 'wallet' : 'cash',
    // What was said of one end is not true of the other.
    pickupNote: isBack ? '' : (trip.pick_up_instructions ?? ''),
    dropNote: isBack ? '' : (trip.delivery_instructions ?? ''),
    recipient: isBack
      ? { name: '', phone: '' }
      : { name: trip.delivery_person ?? '', phone: trip.delivery_person_phone ?? '' }
  }
}

/** Whether somebody new could be added: a name, and a number to reach them by. */
export const isNamed = ({ newName }: Call): boolean => newName.first.trim() !== ''

/** What stands in the way of booking before anything is sent, as a key of the error catalogue (spec section 5); else null. */
export function missingField(call: Call, car: CarType | null, tripAt: number | null | undefined): string | null {
  const { rider, pickup, drop, recipient, guest } = call
  if ((!rider && !isNamed(call)) || !pickup || !drop || !car) return 'select_proper'
  if (rider ? !rider.mobile : digitsOf(call.text).length < 7) return 'incomplete_user'
  if (tripAt === undefined) return 'past_booking_error'
  if (car.category === 'delivery' && (!recipient.name.trim() || digitsOf(recipient.phone).length < 7)) {
    return 'deliveryDetailMissing'
  }
  return guest && digitsOf(guest.phone).length < 7 ? 'mobile_no_blank_error' : null
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
