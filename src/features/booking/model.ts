import type { ChosenExtras } from '@/entities/fare'
import type { Profile, Role } from '@/entities/person'
import type { LatLng, Place } from '@/lib/geo'

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
}

export const emptyDraft: Draft = {
  pickup: null,
  drop: null,
  stops: [],
  when: 'now',
  tripAt: '',
  carTypeId: null,
  extras: {}
}

/** One place of the draft. */
export type Slot = 'pickup' | 'drop' | { stop: number }

export const MAX_STOPS = 23

/** A later trip starts at least so many minutes from now (spec section 9). */
export const LEAD_MINUTES = 15

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

/** The stops that have an address; the others do not count yet. */
export const knownStops = (draft: Draft): Place[] => draft.stops.filter((stop) => stop !== null)

/** What the map has to show. */
export function pointsOf(draft: Draft): LatLng[] {
  return [draft.pickup, ...draft.stops, draft.drop].filter((place) => place !== null)
}

interface Booker {
  signedIn: boolean
  role: Role | null
  profile: Pick<Profile, 'email' | 'first_name' | 'last_name'> | null
}

/** A name or address of one single space is how an account without one is stored. */
const isMissing = (value: string | null | undefined) => !value || value.trim() === ''

/**
 * Why the book button does not book, as a key of the error catalogue (spec section 5), or null.
 *
 * @param tripAt ms of a later trip; null for now, undefined when no valid time was chosen
 */
export function bookingProblem(
  draft: Draft,
  { signedIn, role, profile }: Booker,
  tripAt: number | null | undefined,
  now: number
): string | null {
  if (!signedIn) return 'must_login'
  if (role !== 'rider' || !profile) return 'user_issue_contact_admin'
  if (isMissing(profile.email) || isMissing(profile.first_name) || isMissing(profile.last_name))
    return 'profile_incomplete'
  if (!draft.pickup || !draft.drop || !draft.carTypeId) return 'select_proper'
  if (tripAt === undefined || (tripAt !== null && tripAt < now + LEAD_MINUTES * 60_000)) return 'past_booking_error'
  return null
}
