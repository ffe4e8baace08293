import { isPlace, type LatLng, type Place } from '@/lib/geo'
import { listOf, orNull } from '@/lib/shape'
import { listLimits } from '@/types/public-limits'

/** A route while it is being chosen. */
export interface Way {
  pickup: Place | null
  drop: Place | null
  /** Stops in order; null while a stop has no address yet. */
  stops: (Place | null)[]
}

/** The schema of a stored route. */
export const wayShape = { pickup: orNull(isPlace), drop: orNull(isPlace), stops: listOf(orNull(isPlace)) }

/** One place of a route. */
export type Slot = 'pickup' | 'drop' | { stop: number }

export const MAX_STOPS = listLimits.bookings.waypoints

export const isSameSlot = (a: Slot | null, b: Slot | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The coordinates of a place of the route. */
export const placeAt = (way: Way, slot: Slot): Place | null =>
  typeof slot === 'string' ? way[slot] : (way.stops[slot.stop] ?? null)

/** The change for another place in a slot. */
export const withPlace = ({ stops }: Way, slot: Slot, place: Place | null): Partial<Way> =>
  typeof slot === 'string'
    ? { [slot]: place }
    : { stops: stops.map((stop, index) => (index === slot.stop ? place : stop)) }

/** The first missing place in order of the ride. */
export function missingSlot({ pickup, stops, drop }: Way): Slot | null {
  if (!pickup) return 'pickup'
  const stop = stops.indexOf(null)
  if (stop !== -1) return { stop }
  return drop ? null : 'drop'
}

/** The stops with an address; others do not count yet. */
export const knownStops = ({ stops }: Way): Place[] => stops.filter((stop) => stop !== null)

/** Points for the map to show. */
export const pointsOf = ({ pickup, stops, drop }: Way): LatLng[] =>
  [pickup, ...stops, drop].filter((place) => place !== null)

/** All places in order of the ride, including missing ones. */
export const placesOf = ({ pickup, stops, drop }: Way): (Place | null)[] => [pickup, ...stops, drop]

/** The slot at an index in that order. */
export const slotAt = ({ stops }: Way, index: number): Slot =>
  index === 0 ? 'pickup' : index > stops.length ? 'drop' : { stop: index - 1 }

/** Moves a place earlier or later; the first is then the pickup, and the last the drop. */
export function reordered(way: Way, from: number, to: number): Way {
  const all = placesOf(way)
  const places = all.toSpliced(from, 1).toSpliced(to, 0, all[from] ?? null)
  return { pickup: places[0] ?? null, stops: places.slice(1, -1), drop: places.at(-1) ?? null }
}
