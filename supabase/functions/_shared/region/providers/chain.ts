import { HttpError } from '../../kernel/errors.ts'
import type { Log } from '../../http-client/log.ts'
import { ProviderFailure } from '../../http-client/failure.ts'
import { validateRoute, validateRows } from './plausible.ts'
import type { Budget } from '../../http-client/client.ts'
import {
  MAX_PLACE_ID,
  type PlacesAdapter,
  type PlacesProvider,
  type RoutesAdapter,
  type RoutesProvider,
} from './types.ts'

export interface ChainOptions {
  /** Time limit of one call (ms), over all providers that are tried. */
  budgetMs: number
  log: Log
}

/** Name of our own provider. Its place ids have no prefix; ids of other providers get the provider's name as a prefix. */
const OWN = 'embedded'

/** Combines places providers: the first in the list that does not fail decides, even if it finds nothing. */
export function chainPlaces(adapters: readonly PlacesAdapter[], chain: ChainOptions): PlacesProvider {
  const searching = adapters.filter(({ autocomplete }) => autocomplete)
  const naming = adapters.filter(({ reverse }) => reverse)
  return {
    async autocomplete(keyword, options = {}) {
      // Most providers refuse an empty search text.
      if (keyword.trim() === '') return []
      return await firstAnswer(searching, 'autocomplete', chain, async (adapter, budget) => {
        const hits = await adapter.autocomplete?.(keyword, options, budget) ?? []
        if (adapter.name === OWN) return hits
        const named = hits.map((hit) => ({ ...hit, place_id: `${adapter.name}:${hit.place_id}` }))
        // Omit hits whose id is too long: the endpoint `places/coordinates` would refuse it.
        return named.filter(({ place_id }) => place_id.length <= MAX_PLACE_ID)
      })
    },

    async coordinates(placeId, options = {}) {
      const [, name = OWN, id = placeId] = /^([a-z]+):(.+)$/s.exec(placeId) ?? []
      const adapter = adapters.find((one) => one.name === name && one.coordinates)
      // Without an adapter, the id is from a provider that the operator has removed from the list.
      if (!adapter) return null
      // Ask only this provider: no other one knows the id.
      return await firstAnswer([adapter], 'coordinates', chain, async (adapter, budget) => {
        return await adapter.coordinates?.(id, options, budget) ?? null
      })
    },

    reverse: (point, options = {}) =>
      firstAnswer(naming, 'reverse', chain, async (adapter, budget) => {
        return await adapter.reverse?.(point, options, budget) ?? null
      }),
  }
}

/** Combines routes providers: the first in the list that does not fail decides, even if it finds no route. */
export function chainRoutes(adapters: readonly RoutesAdapter[], chain: ChainOptions): RoutesProvider {
  return {
    route: (points, options = {}) =>
      firstAnswer(adapters, 'route', chain, async (adapter, budget) => {
        return validateRoute(await adapter.route(points, options, budget), points)
      }),

    async matrix(starts, dests, { isFree = false, ...options } = {}) {
      const asked = isFree ? adapters.filter(({ isPaid }) => !isPaid) : adapters
      if (asked.length === 0) {
        throw new HttpError(401, 'must_login', 'Sign in to ask for a matrix', 'Its provider bills for each pair')
      }
      return await firstAnswer(asked, 'matrix', chain, async (adapter, budget) => {
        return validateRows(await adapter.matrix(starts, dests, budget, options), starts, dests)
      })
    },
  }
}

/**
 * Returns the result of the first adapter that does not fail.
 *
 * @throws {HttpError} if all adapters fail: the error of the last adapter if it is an HttpError, else 503 `maps_unavailable`
 */
async function firstAnswer<Adapter extends { name: string }, Answer>(
  adapters: readonly Adapter[],
  operation: string,
  { budgetMs, log }: ChainOptions,
  ask: (adapter: Adapter, budget: Budget) => Promise<Answer>,
): Promise<Answer> {
  const budget = { endsAt: Date.now() + budgetMs }
  let last: unknown
  for (const adapter of adapters) {
    try {
      return await ask(adapter, budget)
    } catch (error) {
      // Any other error is a fault of our code, so the next provider is not tried.
      if (!(error instanceof ProviderFailure) && !(error instanceof HttpError)) throw error
      const kind = error instanceof ProviderFailure ? error.kind : error.code
      if (kind !== 'resting') {
        log({ event: 'provider_failure', provider: adapter.name, operation, kind, why: error.message })
      }
      last = error
    }
  }
  if (last instanceof HttpError) throw last
  throw new HttpError(503, 'maps_unavailable', 'The map service does not answer', 'Try again in a moment')
}
