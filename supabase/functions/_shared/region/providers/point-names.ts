import type { LatLng } from '../geometry/types.ts'
import type { NamePoint, PlacesProvider } from './types.ts'

const MAX_NAMES = 500

/**
 * Creates a function that returns the provider's name of a point. Names are cached in a grid of about ten metres, because a
 * client requests an estimate for each car type, always with the same points. If the provider fails, the name is null, so that
 * the quote does not fail; failures are not cached.
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
