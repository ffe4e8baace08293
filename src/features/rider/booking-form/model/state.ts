import type { SheetHeight } from '@/components/ui/sheet'
import type { ChosenExtras, Payment } from '@/entities/fare'
import { MAX_STOPS, missingSlot, reordered, type Slot, withPlace } from '@/entities/place'
import type { LatLng, Place } from '@/lib/geo/geo'
import { type Draft, emptyDraft, MAX_PARCELS, type Parcel, type Recipient, type RideOptions } from './draft'

/**
 * Places of a link that could not be filled in. The key of an entry is the place's position in the route, as JSON. The value
 * contains the message's text key in `booking_link`, and the text that the link gave for the place.
 */
export type Unfit = Readonly<Record<string, { key: string; words?: string | undefined }>>

/** The pin with which a place is being set on the map: its position, and the place there once its address is known. */
export interface Pin {
  slot: Slot
  at: LatLng
  place: Place | null
}

/** The dialogs of the booking screen. */
export type Question = 'extras' | 'when' | 'payment' | 'fare' | 'delivery' | 'you' | 'guest'

/** The state of the booking screen. */
export interface BookingState {
  draft: Draft
  pin: Pin | null
  /** The place being searched: its field has the focus, and on a phone the search fills the screen. */
  search: Slot | null
  /** True once the person has entered something: from then on nothing is filled in automatically. */
  begun: boolean
  /** Error key of the field that was missing when Book was pressed; null if none was missing. */
  problem: string | null
  /** The open dialog; null if none is open. */
  question: Question | null
  /** The height of the sheet on a phone. */
  sheet: SheetHeight
  unfit: Unfit
}

/** The actions of the booking screen's reducer. */
export type BookingStep =
  | { do: 'search'; slot: Slot | null }
  /** Sets or clears the place of a field. After a place was set, the search moves on to the next empty field. */
  | { do: 'choose_place'; slot: Slot; place: Place | null }
  /** A marker was dragged on the map. */
  | { do: 'move_place'; slot: Slot; place: Place }
  /** Fills in a suggested pickup: the device's position, or the end of the last ride. */
  | { do: 'prefill'; place: Place }
  /** Starts a new draft from an earlier ride, or from a ride that a link describes. */
  | { do: 'fill'; draft: Partial<Draft>; unfit?: Unfit }
  /** Replaces the draft, because it was changed in another tab or another user signed in. */
  | { do: 'adopt'; draft: Draft }
  | { do: 'swap' }
  /** Moves a place to another position in the route. */
  | { do: 'reorder'; from: number; to: number }
  /** Goes back from the route to the first step: clears the car type and all places except the pickup. */
  | { do: 'leave_route' }
  | { do: 'add_stop' }
  | { do: 'remove_stop'; index: number }
  | { do: 'set_when'; when: Draft['when']; tripAt?: string }
  | { do: 'choose_car'; carTypeId: string }
  | { do: 'set_payment'; payment: Payment }
  | { do: 'set_recipient'; recipient: Recipient }
  | { do: 'add_parcel' }
  | { do: 'set_parcel'; index: number; parcel: Parcel }
  | { do: 'remove_parcel'; index: number }
  /**
   * Removes the booked parcels from an order. The first parcel that was not booked becomes the order's first parcel: its size
   * is stored as the extras of the car type. The rest follow in `parcels`.
   */
  | { do: 'keep_parcels'; recipient: Recipient; carTypeId: string; extras: ChosenExtras; parcels: Parcel[] }
  | { do: 'set_options'; options: Partial<RideOptions> }
  | { do: 'ask'; question: Question | null }
  /** Sets the extras of a car type, and opens the dialog `next` if it is not null. */
  | { do: 'choose_extras'; carTypeId: string; extras: ChosenExtras; next: Question | null }
  | { do: 'set_pin'; slot: Slot; at: LatLng }
  | { do: 'name_pin'; at: LatLng; place: Place }
  | { do: 'use_pin' }
  | { do: 'drop_pin' }
  | { do: 'set_sheet'; sheet: SheetHeight }
  | { do: 'refuse'; problem: string }

export const startState = (draft: Draft): BookingState => ({
  draft,
  pin: null,
  search: null,
  begun: draft !== emptyDraft,
  problem: null,
  question: null,
  sheet: 'half',
  unfit: {}
})

/**
 * Returns the draft after a step. A parcel whose booking failed keeps its idempotency key, because it may have been booked if
 * only the response was lost. If the step changes the ride, such as its route or time, parcels lose their keys: they are then
 * other parcels.
 */
function draftAfter(before: Draft, step: BookingStep): Draft {
  const draft = changed(before, step)
  if (draft === before || ofParcels.has(step.do)) return draft
  if (![draft.recipient, ...draft.parcels].some(({ key }) => key)) return draft
  const fresh = <Of extends Recipient>(parcel: Of): Of => ({ ...parcel, key: '' })
  return { ...draft, recipient: fresh(draft.recipient), parcels: draft.parcels.map(fresh) }
}

const ofParcels = new Set<BookingStep['do']>([
  'set_recipient',
  'add_parcel',
  'set_parcel',
  'remove_parcel',
  'keep_parcels',
  'adopt'
])

const noParcel: Parcel = { ...emptyDraft.recipient, extras: { parcel: 0, option: 0 } }

/** Returns the draft after a step; the same object if the step does not change the draft. */
function changed(draft: Draft, step: BookingStep): Draft {
  switch (step.do) {
    case 'choose_place':
    case 'move_place':
      return { ...draft, ...withPlace(draft, step.slot, step.place) }
    case 'prefill':
      return { ...draft, pickup: draft.pickup ?? step.place }
    case 'fill':
      return { ...emptyDraft, ...step.draft }
    case 'adopt':
      return step.draft
    case 'leave_route':
      return { ...draft, drop: null, stops: [], carTypeId: null }
    case 'swap':
      return { ...draft, pickup: draft.drop, drop: draft.pickup, stops: draft.stops.toReversed() }
    case 'reorder':
      return { ...draft, ...reordered(draft, step.from, step.to) }
    case 'add_stop':
      return draft.stops.length < MAX_STOPS ? { ...draft, stops: [...draft.stops, null] } : draft
    case 'remove_stop':
      return { ...draft, stops: draft.stops.filter((_, at) => at !== step.index) }
    case 'set_when':
      return { ...draft, when: step.when, tripAt: step.tripAt ?? draft.tripAt }
    case 'choose_car':
      return { ...draft, carTypeId: step.carTypeId }
    case 'set_payment':
      return { ...draft, payment: step.payment }
    case 'set_recipient':
      return { ...draft, recipient: step.recipient }
    case 'add_parcel':
      return draft.parcels.length + 1 < MAX_PARCELS ? { ...draft, parcels: [...draft.parcels, noParcel] } : draft
    case 'set_parcel':
      return { ...draft, parcels: draft.parcels.with(step.index, step.parcel) }
    case 'remove_parcel':
      return { ...draft, parcels: draft.parcels.filter((_, at) => at !== step.index) }
    case 'keep_parcels':
      return {
        ...draft,
        recipient: step.recipient,
        extras: { ...draft.extras, [step.carTypeId]: step.extras },
        parcels: step.parcels
      }
    case 'set_options':
      return { ...draft, ...step.options }
    case 'choose_extras':
      return { ...draft, extras: { ...draft.extras, [step.carTypeId]: step.extras } }
    default:
      return draft
  }
}

/**
 * Returns which field is searched next. After a place was chosen, it is the next empty field. After a field was emptied, it is
 * still this field.
 */
const searchAfter = (state: BookingState, place: Place | null, draft: Draft): Slot | null =>
  place ? missingSlot(draft) : state.search

export function bookingReducer(state: BookingState, step: BookingStep): BookingState {
  const { pin } = state
  const draft = draftAfter(state.draft, step)
  switch (step.do) {
    case 'search':
      return { ...state, begun: true, search: step.slot, sheet: 'half' }
    case 'choose_place':
      return { ...state, draft, begun: true, search: searchAfter(state, step.place, draft) }
    case 'prefill':
      return state.begun ? state : { ...state, draft }
    case 'adopt':
      return { ...startState(draft), sheet: state.sheet }
    case 'fill':
      return { ...state, draft, begun: true, search: null, pin: null, unfit: step.unfit ?? {} }
    case 'add_stop':
      return { ...state, draft, search: draft === state.draft ? state.search : { stop: draft.stops.length - 1 } }
    case 'remove_stop':
      return { ...state, draft, search: state.search && missingSlot(draft) }
    case 'ask':
      return { ...state, question: step.question }
    case 'set_when':
      return { ...state, draft, question: null }
    case 'set_payment':
      // Choosing a payment method closes the payment dialog. In the dialog of a parcel, the payment is only one of several
      // choices, so that dialog stays open.
      return { ...state, draft, question: state.question === 'payment' ? null : state.question }
    case 'choose_extras':
      return { ...state, draft, question: step.next }
    case 'set_pin':
      return { ...state, begun: true, search: null, pin: { slot: step.slot, at: step.at, place: null }, sheet: 'half' }
    case 'name_pin':
      // Ignores the address if the pin has moved on since it was requested.
      return pin?.at === step.at ? { ...state, pin: { ...pin, place: step.place } } : state
    case 'use_pin': {
      if (!pin?.place) return state
      const placed = { ...state.draft, ...withPlace(state.draft, pin.slot, pin.place) }
      return { ...state, draft: placed, pin: null, search: missingSlot(placed) }
    }
    case 'drop_pin':
      return { ...state, pin: null }
    case 'set_sheet':
      return { ...state, sheet: step.sheet }
    case 'refuse':
      return { ...state, problem: step.problem }
    default:
      return { ...state, draft }
  }
}
