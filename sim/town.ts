import { distance } from '../supabase/functions/_shared/maps/geometry/distance.ts'
import type { LatLng } from '../supabase/functions/_shared/maps/geometry/types.ts'
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

/** Something that somebody did, as the run's record has it: no ids of the server. */
export type Note = (who: string, what: string, detail?: string | number) => void

/** What a driver lets colleagues see: whether they are free, and where. */
export interface Colleague {
  agenda: DriverAgenda
  isFree(): boolean
  place(): LatLng
}

/** What the people of the city share: the API, the map and the time, and what one sees of the others in the street. */
export interface Town {
  api: Api
  world: World
  clock: Pick<AppClock, 'now' | 'rate'>
  watch: Watch
  note: Note
  log: Log
  colleagues: Colleague[]
  /** When somebody last looked for visitors who drive (ms), by kind, and whether there was one. */
  visitors: Map<Kind, { at: number; isNear: boolean }>
  /** Bookings that the city's own riders made. All others are visitors'. */
  own: Set<string>
  /** Car types of the operator by name. */
  carTypes: Map<string, string>
  /** Opens the line on which a trip is followed; null in a lockstep run, where people look at fixed times. */
  openLine: OpenTripLine | null
}

const freeDrivers = (colleagues: readonly Colleague[], kind: Kind): Colleague[] =>
  colleagues.filter((colleague) => colleague.agenda.kind === kind && colleague.isFree())

/** Drivers of a kind who wait for a ride. */
export const freeOf = ({ colleagues }: Town, kind: Kind): number => freeDrivers(colleagues, kind).length

/** Within this distance of one of the city's drivers a car on the map is taken for theirs (m): shown places are rounded. */
const SAME_CAR = 500

/**
 * Whether the map shows a free car near a place that belongs to nobody of the city: a visitor who drives.
 *
 * @param shown free cars of the kind, as `nearby_drivers` shows them
 */
export function hasVisitor({ colleagues }: Town, kind: Kind, shown: readonly LatLng[]): boolean {
  const known = freeDrivers(colleagues, kind)
  return shown.length > known.length || shown.some((car) => known.every((own) => distance(own.place(), car) > SAME_CAR))
}

export type { Account, Booking, Log }
