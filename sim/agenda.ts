import { createHash } from 'node:crypto'
import { distance } from '../supabase/functions/_shared/maps/geometry/distance.ts'
import type { LatLng } from '../supabase/functions/_shared/maps/geometry/types.ts'
import { type DriverRole, driverRoles, type Kind, kinds, type Role, reserve, riderRoles } from './cast.ts'
import { type Dice, dice } from './random.ts'
import type { Place, World } from './world.ts'

const DAY = 86_400

/** What a simulated driver does in a day. Times are in seconds, probabilities are shares. */
export interface DriverAgenda extends DriverRole {
  /** Where the driver waits for rides. */
  stand: LatLng
  /** Places near the stand, between which the driver moves while waiting. */
  haunts: LatLng[]
  /** When the driver is on duty, in seconds of the day; over midnight if `from` is later than `to`. */
  shift: { from: number; to: number }
  /** Whether the driver works at any time of the day. */
  isAlways: boolean
  /** Whether the driver also works while the company's history is generated, which needs all other drivers. */
  isFirst: boolean
  /** Probability of accepting an offer of the city's own riders. */
  accepts: number
  /** Range of seconds in which the driver thinks about an offer. */
  thinks: [number, number]
  /** Driving speed as a share of the permitted speed. */
  pace: number
  /** Range of seconds between two moves while waiting. */
  restless: [number, number]
  /** Probability that the phone loses its signal on a trip. */
  badSignal: number
}

/** A ride that a rider wants. */
export interface PlannedRide {
  /** When the rider books, in seconds of the day; for rides that begin with the city, in seconds since its start. */
  at: number
  kind: Kind
  pickup: Place
  drop: Place
  pays: 'cash' | 'wallet'
  /** Seconds that the rider waits for a driver before giving up. */
  patience: number
  /** Seconds from the acceptance until the rider cancels; null for riders who do not. */
  cancels: number | null
  /** Seconds from the driver's arrival until the rider is at the car. */
  walk: number
  /** How the rider tells the code: at once, after looking for it, or a wrong one first. */
  code: 'ready' | 'looks' | 'wrong'
  /** Stars of the rating, 1 to 5; null if the rider skips it. */
  stars: number | null
  /** Index of the comment among those for these stars. */
  words: number
  /** Tip, paid from the wallet if it has enough; 0 for none. */
  tip: number
  /** Whether the rider writes a chat message during the ride. */
  chats: boolean
}

export interface RiderAgenda extends Role {
  /** The rider's rides, in order of their time. */
  rides: PlannedRide[]
  /** A ride right after the city's start, so that it looks alive within minutes. */
  greeting: PlannedRide | null
}

export interface Agenda {
  seed: string
  drivers: DriverAgenda[]
  riders: RiderAgenda[]
}

/** Bookings per hour, by the hour of the day: most in the morning, at noon and in the evening; few at night. */
const demand = [20, 16, 14, 14, 16, 20, 28, 40, 40, 34, 32, 36, 40, 36, 34, 34, 38, 44, 44, 40, 36, 34, 30, 24]
/** The kinds of car that riders want, with their shares. */
const wanted: [Kind, number][] = [
  ['Cab', 0.62],
  ['Estate', 0.16],
  ['Van', 0.08],
  ['Premium', 0.04],
  ['Courier', 0.07],
  ['Parcel van', 0.03]
]
/** Shortest ride for which people take a cab (m). */
const SHORTEST = 900
/** Distance from a stand within which most pickups are (m). */
const AROUND = 2200
/** The order of stands for the cars of a kind: most often the centre (0), where most people book. */
const turns = [0, 1, 2, 0, 4, 5, 0, 3]
/** Times at which the first riders book, in seconds after the start. */
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

/** Pickup and drop of a ride, where the city is lively: the pickup near a stand, and the drop not across the whole region. */
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
    // Parcels are paid from the wallet, because they are paid before they are fetched.
    pays: isParcel || d.chance(0.2) ? 'wallet' : 'cash',
    patience: d.whole(90, 300),
    cancels: d.chance(0.05) ? d.whole(20, 100) : null,
    walk: d.whole(5, 45),
    code: mood < 0.08 ? 'wrong' : mood < 0.25 ? 'looks' : 'ready',
    stars: d.chance(0.8) ? (mood < 0.05 ? 2 : mood < 0.12 ? 3 : mood < 0.35 ? 4 : 5) : null,
    words: d.whole(0, 9),
    tip: d.chance(0.2) ? d.pick([1, 2, 2, 3, 5]) : 0,
    chats: d.chance(0.3)
  }
}

/** Times of a day's bookings, according to the hourly demand. */
function timesOf(d: Dice): number[] {
  return demand
    .flatMap((count, hour) => Array.from({ length: count }, () => hour * 3600 + d.whole(0, 3599)))
    .sort((a, b) => a - b)
}

function riderDays(seed: string, world: World): RiderAgenda[] {
  const d = dice(seed, 'riders')
  const days: RiderAgenda[] = riderRoles.map((role) => ({ ...role, rides: [], greeting: null }))
  // Riders book in turns, from a random first one, so that no rider wants two rides at once.
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

/** A hash of a person's agenda, or of all of them, to compare runs: equal for equal seeds. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
