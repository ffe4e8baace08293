import { type CarType, nothingAsked, type Requirements } from '@/entities/car'
import type { ChosenExtras } from '@/entities/fare'
import type { EarlierTrip, OpenTrip } from '@/entities/person'
import type { Way } from '@/entities/place'
import type { Settings } from '@/entities/settings'
import { written } from '@/lib/typing/phone'
import { looksLikePhone } from '@/lib/typing/phones'

/** A person for whom the desk books. */
export interface Rider {
  id: string
  name: string
  mobile: string | null
}

export type When = 'now' | 'later' | 'series'

/** A trip that is repeated each week on the same weekdays. */
export interface Series {
  /** Weekdays (ISO): 1 is Monday. */
  days: number[]
  /** The start time, such as "14:30", in the operator's time zone. */
  time: string
  /** The last date, such as "2026-11-20". */
  until: string
}

/** Payment methods by telephone. There is no card, because card numbers must not be taken by telephone. */
export type CallPayment = 'cash' | 'wallet' | 'card'

/**
 * The ways to pay an order that the operator takes: cash or the wallet. Where no cash is taken, the rider pays by card on their own
 * phone; where no cards are, nobody fills a wallet.
 */
export const callPayments = (taken: Taken | null | undefined): readonly [CallPayment, ...CallPayment[]] =>
  taken?.card_payments === false ? ['cash'] : taken?.cash_payments === false ? ['card', 'wallet'] : ['cash', 'wallet']

type Taken = Pick<Settings, 'cash_payments' | 'card_payments'>

/** One telephone call with everything entered so far. */
export interface Call extends Way {
  id: string
  /** The idempotency key, so that the trip of a call is booked only once. */
  key: string
  at: number
  /** The caller's number or name as typed. */
  text: string
  rider: Rider | null
  /** The name of a caller who has no account yet: typed, or that of the office's list for the typed number. */
  newName: { first: string; last: string; isListed?: true }
  guest: { name: string; phone: string } | null
  when: When
  /** The start time, in the form that `DateTimeField` holds. */
  tripAt: string
  series: Series
  /** The state of each date of a series, by date. */
  rows: Record<string, SeriesRow>
  carTypeId: string | null
  extras: Record<string, ChosenExtras>
  /** What the car has to carry. */
  requirements: Requirements
  recipient: { name: string; phone: string }
  pickupNote: string
  dropNote: string
  payment: CallPayment
  promo: string
}

/** The state of one date of a series. `key` is the idempotency key, so that a retry does not book the date twice. */
export interface SeriesRow {
  key: string
  isLeftOut: boolean
  /** The reference of the date's booking; null if it is not booked yet. */
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

/**
 * A change of a call: new values, or a function of the current call. A function is needed after a request, because other fields
 * may have changed in the meantime.
 */
export type CallPatch = Partial<Call> | ((call: Call) => Partial<Call>)

export const patched = (call: Call, patch: CallPatch): Call => ({
  ...call,
  ...(typeof patch === 'function' ? patch(call) : patch)
})

/** What changes when another number or name is typed: a name of the list was that of the earlier number. */
export const typedCaller = ({ newName }: Call, text: string): Partial<Call> => ({
  text,
  rider: null,
  ...(newName.isListed && { newName: { first: '', last: '' } })
})

export const rowOf = ({ rows }: Pick<Call, 'rows'>, day: string): SeriesRow =>
  rows[day] ?? { key: crypto.randomUUID(), isLeftOut: false, reference: null }

/** Returns whether nothing has been entered yet. */
export function isBlank(call: Call): boolean {
  const { id: _, key: __, at: ___, ...said } = call
  const { id: _i, key: _k, at: _a, ...nothing } = newCall()
  return JSON.stringify(said) === JSON.stringify(nothing)
}

const guestOf = ({ guest_name, guest_phone }: EarlierTrip): Call['guest'] =>
  guest_name ? { name: guest_name, phone: written(guest_phone ?? '') } : null

/**
 * Returns the fields of a call that repeat an earlier trip, starting now. With `isBack` the trip goes in the opposite
 * direction.
 */
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
    // On the way back pickup and drop are swapped, and a note describes only its own place, so the notes are left out.
    pickupNote: isBack ? '' : (trip.pick_up_instructions ?? ''),
    dropNote: isBack ? '' : (trip.delivery_instructions ?? ''),
    recipient: isBack
      ? { name: '', phone: '' }
      : { name: trip.delivery_person ?? '', phone: written(trip.delivery_person_phone ?? '') }
  }
}

/** Returns whether a name was entered, which a new rider needs. */
export const isNamed = ({ newName }: Call): boolean => newName.first.trim() !== ''

/**
 * Returns what prevents booking before anything is sent, as a key of the error catalogue (section 5 of the specification). Null
 * if nothing does. Whether a phone number can be read is known when it is sent.
 *
 * @param tripAt when the trip starts (ms); null if it starts now, undefined if no valid time was chosen
 */
export function missingField(call: Call, car: CarType | null, tripAt: number | null | undefined): string | null {
  const { rider, pickup, drop, recipient, guest } = call
  if ((!rider && !isNamed(call)) || !pickup || !drop || !car) return 'select_proper'
  if (rider ? !rider.mobile : !looksLikePhone(call.text)) return 'incomplete_user'
  if (tripAt === undefined) return 'past_booking_error'
  if (car.category === 'delivery' && (!recipient.name.trim() || !looksLikePhone(recipient.phone))) {
    return 'deliveryDetailMissing'
  }
  return guest && !looksLikePhone(guest.phone) ? 'mobile_no_blank_error' : null
}

/** Two trips of a caller that begin within this time (ms) are probably the same one, booked twice. */
const SAME_TRIP_MS = 3600 * 1000

/**
 * Returns the open trip of a caller that a new one would probably repeat; undefined if there is none.
 *
 * @param tripAt when the new trip starts (ms); null if it starts now
 * @param now current server time (ms)
 */
export const repeatedTrip = (
  openTrips: readonly OpenTrip[],
  tripAt: number | null,
  now: number
): OpenTrip | undefined =>
  openTrips.find(({ trip_at }) => Math.abs(Math.max(Date.parse(trip_at), now) - (tripAt ?? now)) < SAME_TRIP_MS)
