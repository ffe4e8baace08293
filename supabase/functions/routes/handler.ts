import { admitServer } from '../_shared/kernel/admit-server.ts'
import type { Authenticate } from '../_shared/kernel/auth.ts'
import { type Endpoints, readAsked } from '../_shared/kernel/contract.ts'
import type { Database } from '../_shared/kernel/database.ts'
import { invalidRequest } from '../_shared/kernel/errors.ts'
import { createHandler } from '../_shared/kernel/http.ts'
import type { LimitRule, TakeLimit } from '../_shared/kernel/rate-limit.ts'
import { noRouteFound, tooManyStops } from '../_shared/region/errors.ts'
import type { LatLng } from '../_shared/region/geometry/types.ts'
import { beelineKm, farthestKm } from '../_shared/region/providers/effort.ts'
import type { NamePoint, RoutesProvider } from '../_shared/region/providers/types.ts'
import { MAX_POINTS } from '../_shared/region/routing/limits.ts'
import type { ReadMapSettings } from '../_shared/region/settings.ts'
import { measureApproaches } from './approach.ts'
import { type Quoted, routesContract } from './contract.ts'
import { nameStops, quoteInput, quoteOwner, readEstimate, stopsOf } from './estimate.ts'
import { blocksOf, measureByMatrix, measureNear } from './measure.ts'
import { localMinute } from './local-minute.ts'
import { checkStreets } from './street.ts'

export interface RoutesDeps {
  routes: RoutesProvider
  /** Returns the name that the server finds for a point, independent of the client's text. */
  nameOf: NamePoint
  settings: ReadMapSettings
  database: Database
  authenticate: Authenticate
  takeLimit: TakeLimit
  /**
   * The secret that pg_cron sends in the header `x-cron-secret`. If it is not set, only the project's secret key is admitted.
   */
  cronSecret: string | undefined
  /** Lets work continue after the response, if the platform supports it. */
  later?: ((work: Promise<unknown>) => void) | undefined
}

/**
 * Limit of requests to map providers per minute and IP address of a client. A route counts as one request, a matrix as one for
 * every 25 pairs of start and destination.
 */
const ROUTE_LIMIT = { name: 'routes', limit: 120, windowSecs: 60 }
const PAIRS_PER_CALL = 25
/**
 * Limit of estimates per minute and IP address of a client. After each change of pickup or drop the app requests an estimate
 * for every car type on the screen; the provider gets only one request for all of them.
 */
const ESTIMATE_LIMIT = { name: 'estimates', limit: 360, windowSecs: 60 }
/**
 * Longest trip in kilometres, measured as straight lines through all stops. For a longer trip a provider needs more time than a
 * caller waits.
 */
const MAX_KM = 2000

/**
 * Handles requests for routes and prices; see `contract.ts`. Clients need only the publishable key, no account. Visitors get a
 * matrix only from free map providers; otherwise the response is 401 `must_login`.
 *
 * With `settings.use_distance_matrix`, distance and time of an estimate come from the provider's matrix; the line on the map
 * still comes from the route.
 *
 * Errors: 400 `invalid_request`, `select_proper`, 403 `not_allowed`, 422 `no_route_found`, `too_many_stops`, 429
 * `too_many_requests`, 503 `maps_unavailable`, and those of `quote_fare`.
 */
export function createRoutesHandler(
  deps: RoutesDeps,
): (request: Request) => Promise<Response> {
  const { routes, nameOf, settings, database, authenticate, takeLimit } = deps
  const admit = async (request: Request, rule: LimitRule) => {
    const caller = await authenticate(request)
    if (caller.role !== 'service_role') takeLimit(request, rule)
    return caller
  }

  /** Returns the minute of the week for the options of a route; nothing if the firm's time zone is not known. */
  const startingAt = async (at = new Date()): Promise<{ minute?: number }> => {
    const minute = localMinute(at, (await settings()).timeZone)
    return minute === undefined ? {} : { minute }
  }

  const endpoints: Endpoints<typeof routesContract> = {
    async directions({ request, body }) {
      await admit(request, ROUTE_LIMIT)
      const { start, dest, waypoints, steps, alternatives, from } = readAsked(routesContract.directions.asked, body)
      const points = [start, ...waypoints ?? [], dest]
      if (points.length > MAX_POINTS) throw tooManyStops(MAX_POINTS - 2)
      refuseFar(beelineKm(points))
      const route = await routes.route(points, {
        steps: steps ?? false,
        alternatives: alternatives ?? false,
        from: from ?? 'place',
        ...await startingAt(),
      })
      if (!route) throw noRouteFound()
      return route
    },

    async matrix({ request, body }) {
      const { role } = await admit(request, ROUTE_LIMIT)
      const { start: starts, dest: dests, from } = readAsked(routesContract.matrix.asked, body)
      if (Math.max(starts.length, dests.length) > MAX_POINTS) {
        throw invalidRequest(`At most ${MAX_POINTS} points on each side`)
      }
      const near = { starts: nearAny(starts, dests), dests: nearAny(dests, starts) }
      if (near.starts.length > 0) refuseFar(farthestKm(near.starts, near.dests))
      // The number of requests that this matrix counts as; `admit` has counted one of them.
      const calls = Math.ceil(starts.length * dests.length / PAIRS_PER_CALL)
      if (calls > 1 && role !== 'service_role') takeLimit(request, ROUTE_LIMIT, calls - 1)
      return {
        rows: await measureNear(routes, { starts, dests, near }, {
          isFree: role === 'anon',
          from: from ?? 'place',
          ...await startingAt(),
        }),
      }
    },

    async estimate({ request, body }) {
      const caller = await admit(request, ESTIMATE_LIMIT)
      const wanted = readEstimate(body)
      const customer_id = quoteOwner(caller, wanted)
      const points = stopsOf(wanted).map(({ lat, lng }) => ({ lat, lng }))
      refuseFar(beelineKm(points))
      const { useDistanceMatrix } = await settings()
      const hour = await startingAt(wanted.trip_at ? new Date(wanted.trip_at) : undefined)
      const isNew = !routes.knows?.(points, hour)
      if (isNew && caller.role !== 'service_role') {
        takeLimit(request, ROUTE_LIMIT, useDistanceMatrix ? 1 + blocksOf(points).length : 1)
      }
      const [route, measured, stops] = await Promise.all([
        routes.route(points, hour),
        useDistanceMatrix ? measureByMatrix(routes, points, hour) : null,
        // Look up names only for a customer with an account: quotes of visitors are not stored.
        nameStops(wanted, customer_id ? nameOf : null),
      ])
      if (!route || (useDistanceMatrix && !measured)) throw noRouteFound()
      const { polylinePoints } = route
      const { distance_in_km, time_in_secs } = measured ?? route
      const quote = quoteInput(wanted, stops, { distance_in_km, time_in_secs, polyline: polylinePoints })
      const price = await database.rpc<Quoted>('quote_fare', { customer_id, quote })
      return { ...price, distance_in_km, time_in_secs, polylinePoints }
    },

    async street({ request }) {
      await admitServer(request, deps)
      const checking = checkStreets({ routes, nameOf, database })
      if (!deps.later) return { checked: await checking }
      deps.later(checking.catch((error: unknown) => console.error(`routes: ${String(error)}`)))
      return { started: true }
    },

    async approach({ request }) {
      await admitServer(request, deps)
      const measuring = measureApproaches({ routes, database, startingAt })
      if (!deps.later) return { measured: await measuring }
      deps.later(measuring.catch((error: unknown) => console.error(`routes: ${String(error)}`)))
      return { started: true }
    },
  }
  return createHandler('routes', endpoints)
}

/**
 * Returns those of `points` that are within MAX_KM of at least one of `others`. The rest is omitted, because a single distant
 * point would make `refuseFar` refuse the whole matrix.
 */
function nearAny(points: readonly LatLng[], others: readonly LatLng[]): LatLng[] {
  return points.filter((point) => others.some((other) => beelineKm([point, other]) <= MAX_KM))
}

/** Refuses a trip of more than MAX_KM. @throws {HttpError} 422 `no_route_found` */
function refuseFar(km: number): void {
  if (km > MAX_KM) throw noRouteFound(`Choose points at most ${MAX_KM} km apart, all stops together`)
}
