import type { LatLng } from '../geometry/types.ts'
import type { NamePoint, PlacesProvider } from './types.ts'

const MAX_NAMES = 500

/**
 * The provider's name of a point, cached per about ten metres: an estimate is requested for each car type on show. A quote
 * without a name is better than none, so failures are null and not cached.
 */
export function namePoints(places: Pick<PlacesProvider, 'reverse'>): NamePoint {
  const known = new Map<string, Promise<string | null>>()
  return (point: LatLng) => {
    const key = `${point.lat.toFixed(4)},${point.lng.toFixed(4)}`
    const found = known.get(key)
    if (found) return found
    const name = places.reverse(point).catch(() => {
      known.delete(key)
      return null
    })
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= MAX_NAMES) known.delete(oldest)
    known.set(key, name)
    return name
  }
}
