import { distance, type LatLng } from '../supabase/functions/_shared/region/mod.ts'
import type { DriverAgenda } from './agenda.ts'
import type { Booking } from './booking.ts'
import type { Kind } from './cast.ts'
import type { Api } from './client/api.ts'
import type { AppClock } from './client/clock.ts'
import type { OpenTripLine } from './client/line.ts'
import type { Account } from './client/sessions.ts'
import type { Log } from './log.ts'
import type { Watch } from './watch.ts'
import type { World } from './world.ts'

/** Records what a person did. Callers pass no ids that the server generated, so that two runs can be compared. */
export type Note = (who: string, what: string, detail?: string | number) => void

/** What the simulated people know about a simulated driver: the agenda, the place, and whether the driver is free. */
export interface Colleague {
  agenda: DriverAgenda
  isFree(): boolean
  place(): LatLng
}

/** What all simulated people share: the API, the map, the time, and what they know about each other. */
export interface Town {
  api: Api
  world: World
  clock: Pick<AppClock, 'now' | 'rate'>
  watch: Watch
  note: Note
  log: Log
  colleagues: Colleague[]
  /**
   * By kind of car: the result of the last check for a visitor's car near an offer's pickup (`hasVisitor`), and when it was
   * made (ms since 1970).
   */
  visitors: Map<Kind, { at: number; isNear: boolean }>
  /** Ids of the simulated riders' bookings. All other bookings are from visitors: people who try the product. */
  own: Set<string>
  /** Ids of the operator's car types by name. */
  carTypes: Map<string, string>
  /** Opens a driver's Realtime connection for a trip; null in a lockstep run, in which people poll at fixed times. */
  openLine: OpenTripLine | null
}

const freeDrivers = (colleagues: readonly Colleague[], kind: Kind): Colleague[] =>
  colleagues.filter((colleague) => colleague.agenda.kind === kind && colleague.isFree())

/** Returns the number of free drivers with a kind of car. */
export const freeOf = ({ colleagues }: Town, kind: Kind): number => freeDrivers(colleagues, kind).length

/**
 * A car on the map counts as a simulated driver's if it is at most this far from the driver (m). The map shows rounded
 * positions.
 */
const SAME_CAR = 500

/**
 * Whether one of the cars near a place belongs to a visitor, a person who tries the product as a driver. It does if there are
 * more cars than free simulated drivers, or if a car is not near any of them (SAME_CAR).
 *
 * @param shown free cars of the kind near the place, from the SQL function `nearby_drivers`
 */
export function hasVisitor({ colleagues }: Town, kind: Kind, shown: readonly LatLng[]): boolean {
  const known = freeDrivers(colleagues, kind)
  return shown.length > known.length || shown.some((car) => known.every((own) => distance(own.place(), car) > SAME_CAR))
}

export type { Account, Booking, Log }
