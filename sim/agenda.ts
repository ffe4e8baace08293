import { createHash } from 'node:crypto'
import { distance, type LatLng } from '../supabase/functions/_shared/region/mod.ts'
import { type DriverRole, driverRoles, type Kind, kinds, type Role, reserve, riderRoles } from './cast.ts'
import { type Dice, dice } from './random.ts'
import type { Place, World } from './world.ts'

const DAY = 86_400

/** How a simulated driver behaves on each day. Probabilities are from 0 to 1. */
export interface DriverAgenda extends DriverRole {
  /** The place where the driver waits for rides. */
  stand: LatLng
  /** Places near the stand, between which the driver moves while waiting. */
  haunts: LatLng[]
  /**
   * When the driver is on duty, in seconds since midnight. If `from` is later than `to`, the shift continues after midnight.
   */
  shift: { from: number; to: number }
  /** Whether the driver is on duty all day. */
  isAlways: boolean
  /**
   * Whether the driver works from the start. The other drivers start when all past bookings of the demo have been generated,
   * because the generator uses these drivers until then.
   */
  isFirst: boolean
  /** Probability that the driver accepts the offer of a simulated rider's booking. */
  accepts: number
  /** Shortest and longest time for which the driver thinks about an offer (s). */
  thinks: [number, number]
  /** Driving speed as a factor on the speed that the router assumes. */
  pace: number
  /** Shortest and longest time between two moves while the driver waits (s). */
  restless: [number, number]
  /** Probability that the driver's phone loses its signal once on a trip. */
  badSignal: number
}

/** A ride or a parcel that a simulated rider will book. */
export interface PlannedRide {
  /** When the rider books: seconds since midnight; for a rider's `greeting`, seconds since the simulation's start. */
  at: number
  kind: Kind
  pickup: Place
  drop: Place
  pays: 'cash' | 'wallet'
  /** Seconds for which the rider waits for a driver before cancelling. */
  patience: number
  /** Seconds from a driver's acceptance until the rider cancels; null if the rider does not cancel. */
  cancels: number | null
  /** Seconds from the driver's arrival until the rider is at the car. */
  walk: number
  /** How the rider sends the start code: at once, after looking for it, or after a wrong one. */
  code: 'ready' | 'looks' | 'wrong'
  /** Stars of the rating, 1 to 5; null if the rider skips it. */
  stars: number | null
  /** Chooses the comment: an index into the comments for these stars (modulo their number). */
  words: number
  /** Tip in the operator's currency, which is paid from the wallet if the balance is sufficient; 0 for none. */
  tip: number
}

export interface RiderAgenda extends Role {
  /** The rider's rides, in order of their time. */
  rides: PlannedRide[]
  /** A ride that is booked right after the simulation's start, so that the app looks alive at once; null for most riders. */
  greeting: PlannedRide | null
}

export interface Agenda {
  seed: string
  drivers: DriverAgenda[]
  riders: RiderAgenda[]
}

/** Number of bookings in each hour of the day: most are in the morning, at noon and in the evening, few at night. */
const demand = [20, 16, 14, 14, 16, 20, 28, 40, 40, 34, 32, 36, 40, 36, 34, 34, 38, 44, 44, 40, 36, 34, 30, 24]
/** The kinds of car that riders book, with their shares of all bookings. */
const wanted: [Kind, number][] = [
  ['Cab', 0.62],
  ['Estate', 0.16],
  ['Van', 0.08],
  ['Premium', 0.04],
  ['Courier', 0.07],
  ['Parcel van', 0.03]
]
/** Rides have at least this distance between pickup and drop (m). */
const SHORTEST = 900
/** Largest distance of a pickup from a stand (m). */
const AROUND = 2200
/**
 * Indexes into `world.stands`. The drivers of one kind of car are assigned to these stands in this order. The pickup of a ride
 * is near one of these stands, chosen at random. The centre (0) occurs most often, because most people book there.
 */
const turns = [0, 1, 2, 0, 4, 5, 0, 3]
/** Seconds after the simulation's start at which the first riders book (`greeting`). */
const greetings = [6, 20, 38, 60, 90]

function kindFor(share: number): Kind {
  let passed = 0
  for (const [kind, part] of wanted) {
    passed += part
    if (share < passed) return kind
  }
  return 'Cab'
}

function driverDay(seed: string, role: DriverRole, world: World, place: number): DriverAgenda {
  const d = dice(seed, role.email)
  const stand = world.stands[turns[place % turns.length] ?? 0] ?? world.stands[0]
  if (!stand) throw new Error('the region has no stand')
  const isAlways = place < reserve[role.kind] + (role.kind === 'Cab' ? 3 : 0)
  const near = world.places.filter((spot) => distance(spot, stand) < 1500)
  const from = d.whole(0, 23) * 3600
  return {
    ...role,
    stand,
    haunts: Array.from({ length: Math.min(5, near.length) }, () => d.pick(near)).map(({ lat, lng }) => ({ lat, lng })),
    shift: isAlways ? { from: 0, to: DAY } : { from, to: (from + d.whole(10, 16) * 3600) % DAY },
    isAlways,
    isFirst: place < (role.kind === 'Cab' ? 4 : 1),
    accepts: d.between(0.72, 0.98),
    thinks: [d.between(2, 3), d.between(3.5, 6)],
    pace: d.between(0.88, 1.06),
    restless: [d.between(60, 120), d.between(180, 420)],
    badSignal: d.chance(0.25) ? d.between(0.2, 0.5) : d.between(0, 0.1)
  }
}

/** Chooses pickup and drop of a ride: the pickup near a stand, where free cars are, and the drop usually not far away. */
function pair(d: Dice, { places, stands }: World): [Place, Place] {
  for (;;) {
    const stand = stands[turns[d.whole(0, turns.length - 1)] ?? 0] ?? d.pick(stands)
    const near = places.filter((place) => distance(place, stand) < AROUND)
    const from = d.pick(near.length > 0 ? near : places)
    // Choose the nearest of three random drops, because most rides are short.
    const goals = [d.pick(places), d.pick(places), d.pick(places)].filter((goal) => distance(from, goal) >= SHORTEST)
    const [to] = goals.sort((a, b) => distance(from, a) - distance(from, b))
    if (to) return [from, to]
  }
}

function plannedRideAt(d: Dice, at: number, world: World): PlannedRide {
  const kind = kindFor(d.next())
  const [pickup, drop] = pair(d, world)
  const isParcel = kind === 'Courier' || kind === 'Parcel van'
  const mood = d.next()
  return {
    at,
    kind,
    pickup,
    drop,
    // A parcel has to be paid before a driver fetches it, so it is paid from the wallet.
    pays: isParcel || d.chance(0.2) ? 'wallet' : 'cash',
    patience: d.whole(90, 300),
    cancels: d.chance(0.05) ? d.whole(20, 100) : null,
    walk: d.whole(5, 45),
    code: mood < 0.08 ? 'wrong' : mood < 0.25 ? 'looks' : 'ready',
    stars: d.chance(0.8) ? (mood < 0.05 ? 2 : mood < 0.12 ? 3 : mood < 0.35 ? 4 : 5) : null,
    words: d.whole(0, 9),
    tip: d.chance(0.2) ? d.pick([1, 2, 2, 3, 5]) : 0
  }
}

/** Returns the times of all bookings of a day in seconds since midnight, according to `demand`. */
function timesOf(d: Dice): number[] {
  return demand
    .flatMap((count, hour) => Array.from({ length: count }, () => hour * 3600 + d.whole(0, 3599)))
    .sort((a, b) => a - b)
}

function riderDays(seed: string, world: World): RiderAgenda[] {
  const d = dice(seed, 'riders')
  const days: RiderAgenda[] = riderRoles.map((role) => ({ ...role, rides: [], greeting: null }))
  // Riders book in turns, beginning with a random rider, so that no rider wants two rides at once.
  const first = d.whole(0, days.length - 1)
  const at = (turn: number) => days[(first + turn) % days.length]
  for (const [turn, time] of greetings.entries()) {
    const day = at(turn)
    if (day)
      day.greeting = {
        ...plannedRideAt(d, time, world),
        kind: turn % 3 === 2 ? 'Estate' : 'Cab',
        pays: 'cash',
        cancels: null
      }
  }
  for (const [turn, time] of timesOf(d).entries())
    at(greetings.length + turn)?.rides.push(plannedRideAt(d, time, world))
  return days
}

/** Plans what each person does and when. The same seed and region give the same plan. */
export function makeAgenda(seed: string, world: World): Agenda {
  const places = new Map<Kind, number>(kinds.map((kind) => [kind, 0]))
  const drivers = driverRoles.map((role) => {
    const place = places.get(role.kind) ?? 0
    places.set(role.kind, place + 1)
    return driverDay(seed, role, world, place)
  })
  return { seed, drivers, riders: riderDays(seed, world) }
}

export const isOnShift = ({ shift, isAlways }: DriverAgenda, secondOfDay: number): boolean => {
  if (isAlways) return true
  const { from, to } = shift
  return from <= to ? secondOfDay >= from && secondOfDay < to : secondOfDay >= from || secondOfDay < to
}

/** Returns a short hash of a plan, to compare two runs: equal plans have equal hashes. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
