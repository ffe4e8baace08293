import type { SheetHeight } from '@/components/ui/sheet'
import type { ChosenExtras } from '@/entities/fare'
import type { LatLng, Place } from '@/lib/geo'
import { type Draft, emptyDraft, MAX_STOPS, type Recipient, type Slot, withPlace } from './model'

/** A place that is being pointed out on the map: where the pin stands, and what is there once that is known. */
export interface Pin {
  slot: Slot
  at: LatLng
  place: Place | null
}

/** What the booking screen remembers. */
export interface BookingState {
  draft: Draft
  pin: Pin | null
  /** Key of what is missing, found when Book was pressed. */
  problem: string | null
  /** The dialog for parcel type and option is open. */
  asksExtras: boolean
  /** Of the sheet on a phone. */
  sheet: SheetHeight
}

/** Everything that happens on the booking screen. */
export type BookingStep =
  | { do: 'set_place'; slot: Slot; place: Place | null }
  | { do: 'add_stop' }
  | { do: 'remove_stop'; index: number }
  | { do: 'set_when'; when: Draft['when']; tripAt?: string }
  | { do: 'choose_car'; carTypeId: string }
  | { do: 'set_recipient'; recipient: Recipient }
  | { do: 'ask_extras' }
  | { do: 'close_extras' }
  | { do: 'choose_extras'; carTypeId: string; extras: ChosenExtras }
  | { do: 'set_pin'; slot: Slot; at: LatLng }
  | { do: 'name_pin'; at: LatLng; place: Place }
  | { do: 'use_pin' }
  | { do: 'drop_pin' }
  | { do: 'set_sheet'; sheet: SheetHeight }
  | { do: 'refuse'; problem: string }
  | { do: 'finish' }

export const startState = (draft: Draft): BookingState => ({
  draft,
  pin: null,
  problem: null,
  asksExtras: false,
  sheet: 'half'
})

/** What a step makes of the draft; the same draft where it changes none. */
function draftAfter(draft: Draft, step: BookingStep): Draft {
  switch (step.do) {
    case 'set_place':
      return withPlace(draft, step.slot, step.place)
    case 'add_stop':
      return draft.stops.length < MAX_STOPS ? { ...draft, stops: [...draft.stops, null] } : draft
    case 'remove_stop':
      return { ...draft, stops: draft.stops.filter((_, at) => at !== step.index) }
    case 'set_when':
      return { ...draft, when: step.when, tripAt: step.tripAt ?? draft.tripAt }
    case 'choose_car':
      return { ...draft, carTypeId: step.carTypeId }
    case 'set_recipient':
      return { ...draft, recipient: step.recipient }
    case 'choose_extras':
      return { ...draft, extras: { ...draft.extras, [step.carTypeId]: step.extras } }
    case 'finish':
      return emptyDraft
    default:
      return draft
  }
}

export function bookingReducer(state: BookingState, step: BookingStep): BookingState {
  const { pin } = state
  switch (step.do) {
    case 'ask_extras':
      return { ...state, asksExtras: true }
    case 'close_extras':
      return { ...state, asksExtras: false }
    case 'choose_extras':
      return { ...state, draft: draftAfter(state.draft, step), asksExtras: false }
    case 'set_pin':
      return { ...state, pin: { slot: step.slot, at: step.at, place: null }, sheet: 'half' }
    case 'name_pin':
      // The pin may have moved on meanwhile.
      return pin?.at === step.at ? { ...state, pin: { ...pin, place: step.place } } : state
    case 'use_pin':
      return pin?.place ? { ...state, draft: withPlace(state.draft, pin.slot, pin.place), pin: null } : state
    case 'drop_pin':
      return { ...state, pin: null }
    case 'set_sheet':
      return { ...state, sheet: step.sheet }
    case 'refuse':
      return { ...state, problem: step.problem }
    default:
      return { ...state, draft: draftAfter(state.draft, step) }
  }
}
