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

/** Records an action for the comparison of runs, without the server's ids. */
export type Note = (who: string, what: string, detail?: string | number) => void

/** What other drivers can see of a driver: whether they are free, and where. */
export interface Colleague {
  agenda: DriverAgenda
  isFree(): boolean
  place(): LatLng
}

/** What the people of the city share: the API, the map and the time, and what they see of each other. */
export interface Town {
  api: Api
  world: World
  clock: Pick<AppClock, 'now' | 'rate'>
  watch: Watch
  note: Note
  log: Log
  colleagues: Colleague[]
  /** For each kind of car, when visiting drivers were last looked for (ms since 1970), and whether there was one. */
  visitors: Map<Kind, { at: number; isNear: boolean }>
  /** Ids of bookings of the city's own riders. All other bookings are visitors'. */
  own: Set<string>
  /** Ids of the operator's car types by name. */
  carTypes: Map<string, string>
  /** Opens the connection for a trip; null in a lockstep run, in which people poll at fixed times. */
  openLine: OpenTripLine | null
}

const freeDrivers = (colleagues: readonly Colleague[], kind: Kind): Colleague[] =>
  colleagues.filter((colleague) => colleague.agenda.kind === kind && colleague.isFree())

/** Number of waiting drivers of a kind. */
export const freeOf = ({ colleagues }: Town, kind: Kind): number => freeDrivers(colleagues, kind).length

/**
 * Greatest distance (m) between a city driver and a car on the map that counts as this driver's: shown positions are rounded.
 */
const SAME_CAR = 500

/**
 * Whether a visiting driver is near a place: the map shows a free car that is not the city's.
 *
 * @param shown free cars of the kind, from `nearby_drivers`
 */
export function hasVisitor({ colleagues }: Town, kind: Kind, shown: readonly LatLng[]): boolean {
  const known = freeDrivers(colleagues, kind)
  return shown.length > known.length || shown.some((car) => known.every((own) => distance(own.place(), car) > SAME_CAR))
}

export type { Account, Booking, Log }
