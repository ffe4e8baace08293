import type { Caller } from '../_shared/kernel/auth.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { tooManyStops } from '../_shared/maps/errors.ts'
import type { LatLng } from '../_shared/maps/geometry/types.ts'
import type { NamePoint } from '../_shared/maps/providers/types.ts'
import { MAX_POINTS } from '../_shared/maps/routing/router.ts'
import { isUuid, shorten } from '../_shared/kernel/validate.ts'
import { toLatLng } from '../_shared/maps/geometry/parse.ts'

/** A stop with the text that the person chose. */
export interface Stop extends LatLng {
  add: string
  /** The server's own name of the point. */
  point_name?: string
}

/** What a price is asked for. */
export interface Wanted {
  pickup: Stop
  drop: Stop
  waypoints: Stop[]
  car_type_id: string
  parcel_type_index?: number
  option_index?: number
  /** ISO time of a later trip; without it the price is for now. */
  trip_at?: string
}

/** Each stop with what the server's own map calls its point: the words beside it may say anything. */
export async function nameStops(wanted: Wanted, nameOf: NamePoint): Promise<Wanted> {
  const named = async (stop: Stop): Promise<Stop> => {
    const point_name = await nameOf(stop)
    return point_name ? { ...stop, point_name } : stop
  }
  const [pickup, drop, waypoints] = await Promise.all([
    named(wanted.pickup),
    named(wanted.drop),
    Promise.all(wanted.waypoints.map(named)),
  ])
  return { ...wanted, pickup, drop, waypoints }
}

/** What `quote_fare` answers. */
export interface Quoted {
  /** Null for visitors, who cannot book. */
  quote_id: string | null
  trip_cost: number
  lines: unknown[]
  /** Included in trip_cost. */
  tax: number
  currency: string
  expires_at: string
}

const MAX_ADDRESS = 500

/** Reads the payload of an estimate. @throws {HttpError} 400 `select_proper` naming what is missing */
export function readEstimate(body: Record<string, unknown>): Wanted {
  const { car_type_id, waypoints = [], parcel_type_index, option_index, trip_at } = body
  if (!isUuid(car_type_id)) throw selectProper('Choose a car type')
  if (!Array.isArray(waypoints)) throw selectProper('waypoints have to be a list')
  if (waypoints.length > MAX_POINTS - 2) {
    throw tooManyStops(MAX_POINTS - 2)
  }
  return {
    pickup: readStop(body['pickup'], 'pickup'),
    drop: readStop(body['drop'], 'drop'),
    waypoints: waypoints.map((stop, i) => readStop(stop, `waypoints[${i}]`)),
    car_type_id,
    ...(isGiven(parcel_type_index) && { parcel_type_index: readIndex(parcel_type_index, 'parcel_type_index') }),
    ...(isGiven(option_index) && { option_index: readIndex(option_index, 'option_index') }),
    ...(isGiven(trip_at) && { trip_at: readTime(trip_at) }),
  }
}

/**
 * For whom a quote is stored: the caller, or the rider whom an admin names. Null for visitors.
 *
 * @throws {HttpError} 403 `not_allowed` when anyone else names a customer
 */
export function quoteOwner(caller: Caller, customerId: unknown): string | null {
  if (!isGiven(customerId) || customerId === caller.uid) return caller.uid
  if (caller.userRole !== 'admin' && caller.role !== 'service_role') {
    throw new HttpError(403, 'not_allowed', 'Only admins may ask for somebody else', 'Leave customer_id out')
  }
  if (!isUuid(customerId)) throw selectProper('customer_id is not valid')
  return customerId
}

function readStop(value: unknown, name: string): Stop {
  const { lat, lng, add } = (value ?? {}) as Record<string, unknown>
  const point = toLatLng(lat, lng)
  if (!point) throw selectProper(`Choose a place for ${name}`)
  return { ...point, add: typeof add === 'string' ? shorten(add, MAX_ADDRESS) : '' }
}

function readIndex(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw selectProper(`${name} has to be a whole number`)
  }
  return value
}

function readTime(value: unknown): string {
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : null
  if (!time || Number.isNaN(time.getTime())) throw selectProper('trip_at has to be a time')
  return time.toISOString()
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function selectProper(hint: string): HttpError {
  return new HttpError(400, 'select_proper', 'Choose pickup, drop and car type', hint)
}
