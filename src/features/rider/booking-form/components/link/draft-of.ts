import type { Slot } from '@/entities/place'
import { distanceKm, type Place } from '@/lib/geo/geo'
import type { Draft } from '../../model/draft'
import type { Unfit } from '../../model/state'
import type { LinkRide } from './use-link'

/**
 * Returns whether replacing the draft would lose something that the person entered, such as a drop-off. The pickup does not
 * count, because the form fills it in by itself.
 */
export const isUnfinished = ({ drop, stops, guest, note, recipient }: Draft): boolean =>
  drop !== null || stops.length > 0 || guest !== null || note !== '' || recipient.name !== ''

const placeOf = (ride: LinkRide, slot: Slot): Place | null => {
  const found = ride.places.find((place) => JSON.stringify(place.slot) === JSON.stringify(slot))?.found
  return found && 'place' in found ? found.place : null
}

/** Returns the fields that a link fills in. If the link names no pickup, the draft's pickup is kept. */
export function draftOfLink(ride: LinkRide, draft: Draft): Partial<Draft> {
  const stops = ride.places.flatMap(({ slot }) => (typeof slot === 'string' ? [] : [placeOf(ride, slot)]))
  const namesPickup = ride.places.some(({ slot }) => slot === 'pickup')
  return {
    pickup: namesPickup ? placeOf(ride, 'pickup') : draft.pickup,
    drop: placeOf(ride, 'drop'),
    stops,
    carTypeId: ride.carTypeId,
    ...(ride.tripAt && { when: 'later' as const, tripAt: ride.tripAt })
  }
}

/** Returns the places of the link that could not be filled in, with the reason. */
export const unfitOf = (ride: LinkRide): Unfit =>
  Object.fromEntries(
    ride.places.flatMap(({ slot, found }) => {
      if ('place' in found) return []
      const key = 'choices' in found ? 'choose' : found.problem
      return [[JSON.stringify(slot), { key, words: 'words' in found ? found.words : undefined }]]
    })
  )

const SAME_KM = 0.01

/** Returns whether the form already contains this ride, for example because the same link was opened again. */
export function isSameRide(ride: LinkRide, draft: Draft): boolean {
  const next = draftOfLink(ride, draft)
  const same = (a: Place | null | undefined, b: Place | null) => (a && b ? distanceKm(a, b) < SAME_KM : !a && !b)
  return same(next.pickup, draft.pickup) && same(next.drop, draft.drop) && next.stops?.length === draft.stops.length
}
