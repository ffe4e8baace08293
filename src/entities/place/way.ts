import { isPlace, type LatLng, type Place } from '@/lib/geo/geo'
import { listOf, orNull } from '@/lib/storage/shape'
import { listLimits } from '@/types/public-limits'

/** The places of a route that is being chosen. */
export interface Way {
  pickup: Place | null
  drop: Place | null
  /** The stops in order; null for a stop without an address yet. */
  stops: (Place | null)[]
}

/** The shape that a stored route must have. */
export const wayShape = { pickup: orNull(isPlace), drop: orNull(isPlace), stops: listOf(orNull(isPlace)) }

/** Identifies a place of a route: the pickup, the drop-off, or a stop by its index. */
export type Slot = 'pickup' | 'drop' | { stop: number }

export const MAX_STOPS = listLimits.bookings.waypoints

export const isSameSlot = (a: Slot | null, b: Slot | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The place in a slot of the route; null if it is not chosen yet. */
export const placeAt = (way: Way, slot: Slot): Place | null =>
  typeof slot === 'string' ? way[slot] : (way.stops[slot.stop] ?? null)

/** Returns the fields of the route that change if the slot gets another place. */
export const withPlace = ({ stops }: Way, slot: Slot, place: Place | null): Partial<Way> =>
  typeof slot === 'string'
    ? { [slot]: place }
    : { stops: stops.map((stop, index) => (index === slot.stop ? place : stop)) }

/** The first slot without a place, in the order of the ride; null if all places are chosen. */
export function missingSlot({ pickup, stops, drop }: Way): Slot | null {
  if (!pickup) return 'pickup'
  const stop = stops.indexOf(null)
  if (stop !== -1) return { stop }
  return drop ? null : 'drop'
}

/** The stops that have an address. */
export const knownStops = ({ stops }: Way): Place[] => stops.filter((stop) => stop !== null)

/** The points of the route for the map. */
export const pointsOf = ({ pickup, stops, drop }: Way): LatLng[] =>
  [pickup, ...stops, drop].filter((place) => place !== null)

/** All places in the order of the ride; null for those not chosen yet. */
export const placesOf = ({ pickup, stops, drop }: Way): (Place | null)[] => [pickup, ...stops, drop]

/** The slot of the place with this index in the order of the ride. */
export const slotAt = ({ stops }: Way, index: number): Slot =>
  index === 0 ? 'pickup' : index > stops.length ? 'drop' : { stop: index - 1 }

/** Moves a place earlier or later; the first is then the pickup, and the last the drop. */
export function reordered(way: Way, from: number, to: number): Way {
  const all = placesOf(way)
  const places = all.toSpliced(from, 1).toSpliced(to, 0, all[from] ?? null)
  return { pickup: places[0] ?? null, stops: places.slice(1, -1), drop: places.at(-1) ?? null }
}
