import type { DriveOptions, LatLng } from '../geometry/types.ts'
import type { RoutesProvider } from './types.ts'

export interface CacheOptions {
  now?: () => number
  freshMs?: number
}

const FRESH_MS = 60_000
const MAX_ANSWERS = 200
/** Routes whose polyline has more characters are not cached: a route across a continent is not worth the memory. */
const MAX_LINE = 100_000

interface Kept {
  endsAt: number
  answer: Promise<unknown>
}

/**
 * Adds a cache that keeps responses for about a minute, because a client requests an estimate for each car type with the same
 * route. Failures are not cached. Routes with steps or alternatives are not cached either: they are large and requested once.
 */
export function cacheRoutes(
  routes: RoutesProvider,
  { now = Date.now, freshMs = FRESH_MS }: CacheOptions = {},
): RoutesProvider {
  const kept = new Map<string, Kept>()

  const find = (key: string): Promise<unknown> | null => {
    const found = kept.get(key)
    return found && found.endsAt > now() ? found.answer : null
  }
  const keep = <Answer>(
    key: string,
    answer: Promise<Answer>,
    isWorthIt: (answer: Answer) => boolean,
  ): Promise<Answer> => {
    const entry: Kept = { endsAt: now() + freshMs, answer }
    const drop = () => {
      if (kept.get(key) === entry) kept.delete(key)
    }
    kept.delete(key)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= MAX_ANSWERS) kept.delete(oldest)
    kept.set(key, entry)
    answer.then((value) => isWorthIt(value) || drop(), drop)
    return answer
  }

  return {
    knows: (points, options = {}) => find(keyOf(points, startOf(options))) !== null,

    route(points, options = {}) {
      if (options.steps || options.alternatives) return routes.route(points, options)
      const key = keyOf(points, startOf(options))
      const known = find(key) as ReturnType<RoutesProvider['route']> | null
      return known ?? keep(key, routes.route(points, options), (route) => !route || route.polylinePoints.length <= MAX_LINE)
    },

    matrix(starts, dests, options = {}) {
      const key = keyOf(starts, dests, options.isFree ? 'free' : 'any', startOf(options))
      const known = find(key) as ReturnType<RoutesProvider['matrix']> | null
      return known ?? keep(key, routes.matrix(starts, dests, options), () => true)
    },
  }
}

const startOf = ({ from = 'place', minute }: DriveOptions): string => `${from} ${minute ?? ''}`

const keyOf = (...parts: (readonly LatLng[] | string)[]): string =>
  JSON.stringify(parts.map((part) => typeof part === 'string' ? part : part.map(({ lat, lng }) => [lat, lng])))
