import { distanceKm, type Place } from '@/lib/geo/geo'
import type { FixedSpot } from './map-facts'

export interface OwnRoute {
  from: Place | null
  to: Place | null
}

const COUNT = 3
/** A shorter way is no ride. */
const SHORTEST_KM = 0.5

const placeOf = ({ name, lat, lng }: FixedSpot): Place => ({ lat, lng, add: name })

/** Proposes three routes between places that everybody in town knows. What the map does not offer stays empty. */
export function proposeRoutes(spots: readonly FixedSpot[]): OwnRoute[] {
  const known = (['station', 'airport', 'hospital', 'ferry'] as const).flatMap((kind) =>
    spots.filter((spot) => spot.kind === kind && spot.name !== '').slice(0, 2)
  )
  const pairs = known.flatMap((from, i) => known.slice(i + 1).map((to) => ({ from, to })))
  const mixed = pairs
    .filter(({ from, to }) => from.kind !== to.kind && distanceKm(from, to) >= SHORTEST_KM)
    .slice(0, COUNT)
    .map(({ from, to }): OwnRoute => ({ from: placeOf(from), to: placeOf(to) }))
  return [...mixed, ...Array.from({ length: COUNT - mixed.length }, (): OwnRoute => ({ from: null, to: null }))]
}
