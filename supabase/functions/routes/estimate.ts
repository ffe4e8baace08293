import type { Caller } from '../_shared/kernel/auth.ts'
import { readAsked } from '../_shared/kernel/contract.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { shorten } from '../_shared/kernel/validate.ts'
import { tooManyStops } from '../_shared/maps/errors.ts'
import type { Measure } from '../_shared/maps/geometry/types.ts'
import type { NamePoint } from '../_shared/maps/providers/types.ts'
import { MAX_POINTS } from '../_shared/maps/routing/limits.ts'
import { routesContract, type Stop, type Wanted } from './contract.ts'

/** A stop in the form in which a quote stores it. */
export interface NamedStop extends Stop {
  /** The server's own name of the point. */
  point_name?: string
}

/** The argument of `quote_fare`. */
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

/** All places of a ride, in order. */
export const stopsOf = ({ pickup, waypoints = [], drop }: Wanted): Stop[] => [pickup, ...waypoints, drop]

/** The stops as stored in a quote, with the server's own name of each point: a client may send any address text. */
export async function nameStops(wanted: Wanted, nameOf: NamePoint | null): Promise<NamedStop[]> {
  return await Promise.all(
    stopsOf(wanted).map(async (stop) => {
      const point_name = await nameOf?.(stop)
      return { ...stop, add: shorten(stop.add, MAX_ADDRESS), ...(point_name && { point_name }) }
    }),
  )
}

/**
 * The argument of `quote_fare`: the request with named stops and the server's route. A client cannot set the server's values.
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
 * The owner of a quote: the caller, or the rider named by an admin. Null for visitors.
 *
 * @throws {HttpError} 403 `not_allowed` if anyone else names a customer
 */
export function quoteOwner(caller: Caller, { customer_id }: Pick<Wanted, 'customer_id'>): string | null {
  if (!customer_id || customer_id === caller.uid) return caller.uid
  if (caller.userRole === 'admin' || caller.role === 'service_role') return customer_id
  throw new HttpError(403, 'not_allowed', 'Only admins may ask for somebody else', 'Leave customer_id out')
}

function selectProper(hint: string): HttpError {
  return new HttpError(400, 'select_proper', 'Choose pickup, drop and car type', hint)
}
