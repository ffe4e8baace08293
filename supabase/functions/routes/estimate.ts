import type { Caller } from '../_shared/kernel/auth.ts'
import { readAsked } from '../_shared/kernel/contract.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { shorten } from '../_shared/kernel/validate.ts'
import { tooManyStops } from '../_shared/region/errors.ts'
import type { Measure } from '../_shared/region/geometry/types.ts'
import type { NamePoint } from '../_shared/region/providers/types.ts'
import { MAX_POINTS } from '../_shared/region/routing/limits.ts'
import { routesContract, type Stop, type Wanted } from './contract.ts'

/** A stop in the form in which a quote stores it. */
export interface NamedStop extends Stop {
  /** The name that the server has found for the point. */
  point_name?: string
}

/** The argument `quote` of the SQL function `quote_fare`. */
export interface QuoteInput extends Omit<Wanted, 'customer_id'>, Measure {
  pickup: NamedStop
  drop: NamedStop
  waypoints: NamedStop[]
  polyline: string
}

const MAX_ADDRESS = 500

/**
 * Reads a request for a price.
 *
 * @throws {HttpError} 400 `select_proper` naming what is missing, 422 `too_many_stops`
 */
export function readEstimate(body: Record<string, unknown>): Wanted {
  const wanted = readAsked(routesContract.estimate.asked, body, selectProper)
  if (stopsOf(wanted).length > MAX_POINTS) throw tooManyStops(MAX_POINTS - 2)
  return wanted
}

/** Returns all places of a ride in the order of driving. */
export const stopsOf = ({ pickup, waypoints = [], drop }: Wanted): Stop[] => [pickup, ...waypoints, drop]

/**
 * Returns the stops as stored in a quote. Each gets the name that the server finds for the point, because a client may send any
 * address text. Without `nameOf` the stops get no such names.
 */
export async function nameStops(wanted: Wanted, nameOf: NamePoint | null): Promise<NamedStop[]> {
  return await Promise.all(
    stopsOf(wanted).map(async (stop) => {
      const point_name = await nameOf?.(stop)
      return { ...stop, add: shorten(stop.add, MAX_ADDRESS), ...(point_name && { point_name }) }
    }),
  )
}

/**
 * Returns the argument of `quote_fare`: the request with named stops and the server's route. The server's values replace fields
 * of the same names in the request, so a client cannot set them.
 */
export function quoteInput(
  { customer_id: _, pickup, drop, ...wanted }: Wanted,
  stops: readonly NamedStop[],
  way: Measure & { polyline: string },
): QuoteInput {
  const named = { pickup: stops[0] ?? pickup, drop: stops.at(-1) ?? drop, waypoints: stops.slice(1, -1) }
  const given = Object.entries(wanted).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(given) as typeof wanted, ...named, ...way }
}

/**
 * Returns the id of a quote's owner: the caller, or the rider whom an admin or one of our own servers names. Null for visitors.
 *
 * @throws {HttpError} 403 `not_allowed` if any other caller names a customer
 */
export function quoteOwner(caller: Caller, { customer_id }: Pick<Wanted, 'customer_id'>): string | null {
  if (!customer_id || customer_id === caller.uid) return caller.uid
  if (caller.userRole === 'admin' || caller.role === 'service_role') return customer_id
  throw new HttpError(403, 'not_allowed', 'Only admins may ask for somebody else', 'Leave customer_id out')
}

function selectProper(hint: string): HttpError {
  return new HttpError(400, 'select_proper', 'Choose pickup, drop and car type', hint)
}
