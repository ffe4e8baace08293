import { distance } from '../geometry/distance.ts'
import { KIND_WEIGHT } from './kinds.ts'
import type { Place, PlacesFile } from './file.ts'
import type { LatLng } from '../geometry/types.ts'

/** Kilometres at which half of the bonus for nearness is left. */
const NEAR_KM = 15

/**
 * Creates a function that scores a place by its kind, its importance and its distance from `near`, independent of the typed
 * text. The score is higher if people are more likely to mean the place. It is 0 for a place in another country.
 */
export function createScorer(
  file: Omit<PlacesFile, 'index'>,
  near: LatLng,
  country: string | undefined,
): (place: Place) => number {
  const wished = country?.toUpperCase()
  return (place) => {
    if (wished && !isIn(place.country ?? file.country, wished)) return 0
    const importance = place.kind === 'locality' ? 1 + (place.rank ?? 1) / 5 : 1
    return (KIND_WEIGHT.get(place.kind) ?? 1) * importance * nearness(place, near)
  }
}

/**
 * Returns a factor for the distance between a place and the searcher: 1 at the same point, 0.7 at 15 km, nearly 0.4 far away.
 */
export function nearness(point: LatLng, near: LatLng): number {
  return 0.4 + 0.6 / (1 + distance(point, near) / 1000 / NEAR_KM)
}

/** Whether a place may be in the requested country. True also if the place's country is unknown (empty). */
function isIn(country: string, wished: string): boolean {
  return country === '' || country === wished
}
