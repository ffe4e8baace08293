import { isPlace, type LatLng, type Place } from '@/lib/geo'
import { listOf, orNull } from '@/lib/shape'
import { listLimits } from '@/types/public-limits'

/** Where somebody is to be driven, while it is being decided. */
export interface Way {
  pickup: Place | null
  drop: Place | null
  /** Between pickup and drop, in order; null while a stop has no address yet. */
  stops: (Place | null)[]
}

/** What a way has to look like that was kept. */
export const wayShape = { pickup: orNull(isPlace), drop: orNull(isPlace), stops: listOf(orNull(isPlace)) }

/** One place of a way. */
export type Slot = 'pickup' | 'drop' | { stop: number }

export const MAX_STOPS = listLimits.bookings.waypoints

export const isSameSlot = (a: Slot | null, b: Slot | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Where a place of the way is. */
export const placeAt = (way: Way, slot: Slot): Place | null =>
  typeof slot === 'string' ? way[slot] : (way.stops[slot.stop] ?? null)

/** What changes with another place in a slot. */
export const withPlace = ({ stops }: Way, slot: Slot, place: Place | null): Partial<Way> =>
  typeof slot === 'string'
    ? { [slot]: place }
    : { stops: stops.map((stop, index) => (index === slot.stop ? place : stop)) }

/** The first place in the order of the ride that is not known yet. */
export function missingSlot({ pickup, stops, drop }: Way): Slot | null {
  if (!pickup) return 'pickup'
  const stop = stops.indexOf(null)
  if (stop !== -1) return { stop }
  return drop ? null : 'drop'
}

/** The stops that have an address; the others do not count yet. */
export const knownStops = ({ stops }: Way): Place[] => stops.filter((stop) => stop !== null)

/** What a map has to show. */
export const pointsOf = ({ pickup, stops, drop }: Way): LatLng[] =>
  [pickup, ...stops, drop].filter((place) => place !== null)

/** All places in the order of the ride, also those that are not known yet. */
export const placesOf = ({ pickup, stops, drop }: Way): (Place | null)[] => [pickup, ...stops, drop]

/** Which slot is at a place in that order. */
export const slotAt = ({ stops }: Way, index: number): Slot =>
  index === 0 ? 'pickup' : index > stops.length ? 'drop' : { stop: index - 1 }

/** One place comes earlier or later in the ride; whatever is first then is the pickup, and the last the drop. */
export function reordered(way: Way, from: number, to: number): Way {
  const all = placesOf(way)
  const places = all.toSpliced(from, 1).toSpliced(to, 0, all[from] ?? null)
  return { pickup: places[0] ?? null, stops: places.slice(1, -1), drop: places.at(-1) ?? null }
}
