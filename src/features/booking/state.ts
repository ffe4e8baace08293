import type { SheetHeight } from '@/components/ui/sheet'
import type { ChosenExtras, Payment } from '@/entities/fare'
import { MAX_STOPS, missingSlot, reordered, type Slot, withPlace } from '@/entities/place'
import type { LatLng, Place } from '@/lib/geo'
import { type Draft, emptyDraft, MAX_PARCELS, type Parcel, type Recipient, type Wishes } from './model'

/** Why a place that a link asked for stands in no field, by its slot as JSON: a key of `booking_link`, and the link's words. */
export type Unfit = Readonly<Record<string, { key: string; words?: string | undefined }>>

/** A place that is being pointed out on the map: where the pin stands, and what is there once that is known. */
export interface Pin {
  slot: Slot
  at: LatLng
  place: Place | null
}

/** The dialogs of the screen. */
export type Question = 'extras' | 'when' | 'payment' | 'fare' | 'delivery' | 'phone'

/** What the booking screen remembers. */
export interface BookingState {
  draft: Draft
  pin: Pin | null
  /** The place that is searched for: its field has the focus, and on a phone the search fills the screen. */
  search: Slot | null
  /** The person has begun; nothing is filled in for them any more. */
  begun: boolean
  /** Key of what is missing, found when Book was pressed. */
  problem: string | null
  /** The dialog that is open. */
  question: Question | null
  /** Of the sheet on a phone. */
  sheet: SheetHeight
  unfit: Unfit
}

/** Everything that happens on the booking screen. */
export type BookingStep =
  | { do: 'search'; slot: Slot | null }
  /** A place was found for a field: the search goes on to the next that lacks one. */
  | { do: 'choose_place'; slot: Slot; place: Place | null }
  /** A marker was moved. */
  | { do: 'move_place'; slot: Slot; place: Place }
  /** A pickup that nobody chose: where the device is, or where the last ride ended. */
  | { do: 'prefill'; place: Place }
  /** An earlier ride once more, or that of a link. */
  | { do: 'fill'; draft: Partial<Draft>; unfit?: Unfit }
  /** Another tab changed the draft, or it was somebody else's. */
  | { do: 'adopt'; draft: Draft }
  | { do: 'swap' }
  /** A place comes earlier or later in the ride. */
  | { do: 'reorder'; from: number; to: number }
  /** Back from a route to the question where to: the trip's points are cleared, but for where it begins. */
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
  /** Some of an order are booked: these are left, the first of them with its car's extras. */
  | { do: 'keep_parcels'; recipient: Recipient; carTypeId: string; extras: ChosenExtras; parcels: Parcel[] }
  | { do: 'wish'; wishes: Partial<Wishes> }
  | { do: 'ask'; question: Question | null }
  /** Its answer may lead to another question. */
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

/** A parcel that was sent without an answer may be booked as it was; another way or time makes another order of it. */
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

/** What a step makes of the draft; the same draft where it changes none. */
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
    case 'wish':
      return { ...draft, ...step.wishes }
    case 'choose_extras':
      return { ...draft, extras: { ...draft.extras, [step.carTypeId]: step.extras } }
    default:
      return draft
  }
}

/** Where the search goes on after a place was chosen; a field that was emptied keeps it. */
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
      // Of a parcel it is one answer among others.
      return { ...state, draft, question: state.question === 'payment' ? null : state.question }
    case 'choose_extras':
      return { ...state, draft, question: step.next }
    case 'set_pin':
      return { ...state, begun: true, search: null, pin: { slot: step.slot, at: step.at, place: null }, sheet: 'half' }
    case 'name_pin':
      // The pin may have moved on meanwhile.
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
