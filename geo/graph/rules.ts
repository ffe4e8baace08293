import type { Tags } from '../osm/primitives.ts'
import {
  type Access,
  CLOSED,
  END,
  type Level,
  levelIn,
  OPEN,
  type Permission,
  PRIVATE,
  type Standing,
  standing,
  stricter,
  worstIn
} from './access.ts'
import { always, readConditional, shareOf, type Weekly, zip } from './hours.ts'
import { isTooLarge, isTooNarrow, TAXI } from './size.ts'

/** How a car may drive on a road in one direction. */
export interface Lane {
  /** Driving speed in km/h between junctions. */
  speed: number
  /** Who may drive, by the minute of the week. It is not closed at all minutes. */
  hours: Weekly<Standing>
}

/** How fast and in which directions a car of the firm may drive on a road. A direction that is always closed is null. */
export interface RoadRule {
  forward: Lane | null
  backward: Lane | null
  /** Importance of the road, from 0 (service road) to 6 (motorway). It decides who has the right of way at a junction. */
  rank: number
  /** Factor on the road's cost: above 1 for roads that through traffic should avoid. */
  reluctance: number
}

// By class of road: the driving speed in km/h on an empty road without a tagged speed limit, and the rank of the class.
const CLASSES: Record<string, [speed: number, rank: number]> = {
  motorway: [100, 6],
  motorway_link: [55, 5],
  trunk: [75, 5],
  trunk_link: [45, 4],
  primary: [50, 4],
  primary_link: [40, 4],
  secondary: [48, 3],
  secondary_link: [38, 3],
  tertiary: [42, 2],
  tertiary_link: [35, 2],
  unclassified: [38, 1],
  residential: [30, 1],
  living_street: [15, 0],
  road: [28, 1],
  service: [15, 0],
  busway: [40, 1],
  track: [15, 0],
  pedestrian: [8, 0],
  cycleway: [8, 0],
  footway: [8, 0]
}

/** Classes of ways that are closed unless a key of access opens them. On ways for people it has to be one for vehicles. */
const BY_PERMISSION = new Map<string, Permission>([
  ['busway', 'any'],
  ['track', 'any'],
  ['pedestrian', 'vehicle'],
  ['cycleway', 'vehicle'],
  ['footway', 'vehicle']
])
const IMPLIED_JUNCTIONS = new Set(['roundabout', 'circular'])
const IMPLIED_ROADS = new Set(['motorway', 'motorway_link'])
const BUILT = new Set(['', 'no', 'minor', 'widening'])

/** Returns the rule for a way; null if the firm's cars may never drive on it, or if it is not a road. */
export function roadRule(tags: Tags, access: Access): RoadRule | null {
  const highway = tags.highway ?? ''
  const roadClass = CLASSES[highway]
  if (!roadClass || tags.area === 'yes' || tags.route === 'ferry' || isImpassable(tags)) return null
  if (isTooLarge(tags) || isTooNarrow(tags)) return null
  const directions = access.oneway(tags, IMPLIED_JUNCTIONS.has(tags.junction ?? '') || IMPLIED_ROADS.has(highway))
  const [classSpeed, rank] = roadClass
  const lane = (direction: 'forward' | 'backward'): Lane | null => {
    const hours = zip(access.ofWay(tags, direction, BY_PERMISSION.get(highway)), directions[direction], stricter)
    return hours.values.every((value) => levelIn(value) === CLOSED)
      ? null
      : { speed: speedOf(tags, direction, classSpeed), hours }
  }
  const [forward, backward] = [lane('forward'), lane('backward')]
  if (!forward && !backward) return null
  return { forward, backward, rank, reluctance: rank === 0 ? 1.5 : 1 }
}

/** Whether nobody can drive on a way, whatever its access. */
function isImpassable(tags: Tags): boolean {
  return (
    tags.impassable === 'yes' ||
    tags.smoothness === 'impassable' ||
    tags.service === 'emergency_access' ||
    !BUILT.has(tags.construction ?? '') ||
    !BUILT.has(tags.proposed ?? '')
  )
}

/** Whether no car stops on a road to let people in or out, however near a door is by air. */
export function isNoStop({ highway = '', motorroad, tunnel = 'no', bridge = 'no' }: Tags): boolean {
  const isFast = /^motorway(_link)?$/.test(highway) || motorroad === 'yes'
  // A passage through a building and a covered street are streets with doors.
  const isTunnel = tunnel !== 'no' && tunnel !== 'building_passage' && tunnel !== 'covered'
  return isFast || isTunnel || bridge !== 'no'
}

/** Average speed on an empty road, as a share of the speed limit. */
const LIMIT_SHARE = 0.9
const MAX_SPEED = 130
const MIN_SPEED = 5

// The highest speed in km/h on a surface, a kind of track or a road that is as smooth as this.
const SURFACES: Record<string, number> = {
  paving_stones: 60,
  bricks: 60,
  metal: 60,
  wood: 40,
  sett: 40,
  grass_paver: 40,
  'concrete:lanes': 40,
  'concrete:plates': 60,
  compacted: 60,
  fine_gravel: 60,
  unhewn_cobblestone: 25,
  cobblestone: 30,
  gravel: 40,
  pebblestone: 40,
  unpaved: 40,
  dirt: 40,
  ground: 40,
  grass: 30,
  clay: 30,
  earth: 20,
  rock: 20,
  stone: 20,
  salt: 40,
  ice: 30,
  snow: 30,
  sand: 20,
  mud: 10
}
const TRACKS: Record<string, number> = { grade1: 60, grade2: 40, grade3: 30, grade4: 25, grade5: 20 }
const SMOOTHNESS: Record<string, number> = {
  intermediate: 80,
  bad: 40,
  very_bad: 20,
  horrible: 10,
  very_horrible: 5
}
/** A bridge that opens for ships: the wait, as a speed. */
const MOVABLE_BRIDGE = 5

function speedOf(tags: Tags, direction: 'forward' | 'backward', classSpeed: number): number {
  const limit = limitOf(tags, direction)
  const speed = limit === null ? classSpeed : limit * LIMIT_SHARE
  const caps = [
    ...(tags.surface ?? '').split(';').map((surface) => SURFACES[surface.trim()]),
    TRACKS[tags.tracktype ?? ''],
    SMOOTHNESS[tags.smoothness ?? ''],
    tags.bridge === 'movable' || (tags['bridge:movable'] ?? 'no') !== 'no' ? MOVABLE_BRIDGE : undefined
  ].filter((cap) => cap !== undefined)
  return Math.max(MIN_SPEED, Math.min(speed, MAX_SPEED, ...caps))
}

/**
 * Returns the speed limit in km/h; null if none is known. A limit for the direction goes before one for both. If lanes differ, the
 * fastest counts, because cars choose it. A conditional limit counts if it holds for more than half of the week.
 */
function limitOf(tags: Tags, direction: 'forward' | 'backward'): number | null {
  const keys = [`maxspeed:${direction}`, 'maxspeed', `maxspeed:lanes:${direction}`, 'maxspeed:lanes']
  const limits = keys.map((key) => {
    const lanes = (tags[key] ?? '')
      .split('|')
      .map(parseSpeed)
      .filter((limit) => limit !== null)
    return lanes.length === 0 ? null : Math.max(...lanes)
  })
  const [base = null] = limits.filter((limit) => limit !== null)
  const mostly = [`maxspeed:${direction}:conditional`, 'maxspeed:conditional'].flatMap((key) =>
    readConditional(tags[key] ?? '', TAXI)
      .filter(({ holds }) => shareOf(holds, (value) => value === 'yes') > 0.5)
      .map(({ value }) => parseSpeed(value))
      .filter((limit) => limit !== null)
  )
  return mostly[0] ?? base
}

// Speed limits in km/h for the words that `maxspeed` may contain; a country before the word ("DE:urban") is ignored.
const WORDS: Record<string, number> = { walk: 7, living_street: 7, urban: 50, none: 150 }

/** Returns the limit of a `maxspeed` tag in km/h; null if it is missing or unreadable. The first of several values counts. */
function parseSpeed(value: string | undefined): number | null {
  const [first = ''] = (value ?? '').split(';')
  const text = first.trim().replace(/^[A-Z]{2}:/, '')
  const word = WORDS[text]
  if (word !== undefined) return word
  const [, number, unit] = /^(?:zone:?)?(\d+(?:\.\d+)?)\s*(mph|km\/h|kmh|kph|knots)?$/.exec(text) ?? []
  const speed = Number(number) * (unit === 'mph' ? 1.609344 : unit === 'knots' ? 1.852 : 1)
  return speed > 0 ? speed : null
}

/** Barriers that a car drives through, as long as no tag says otherwise. */
const PASSABLE = new Set([
  'cattle_grid',
  'entrance',
  'border_control',
  'toll_booth',
  'sally_port',
  'height_restrictor',
  'arch',
  'bump_gate',
  'lift_gate',
  'no'
])
/** Gates: whoever lives or delivers behind one can open it. Nobody drives through on the way to somewhere else. */
const GATES = new Set(['gate', 'swing_gate', 'sliding_gate', 'hampshire_gate', 'sliding_beam'])

/** Returns the barrier at a node: none if a car drives over it, such as a lowered kerb. */
function barrierOf({ barrier = 'no', kerb = '', sensory = '', highway }: Tags): string {
  if (barrier === 'kerb' && (highway === 'crossing' || /^(lowered|flush|rolled|no)$/.test(kerb))) return 'no'
  // A fence that keeps animals off by its sound.
  return barrier === 'fence' && /^audi(o|ble)$/.test(sensory) ? 'no' : barrier
}

/** Returns who may drive through a node. */
export function nodeHours(tags: Tags, access: Access): Weekly<Standing> {
  const barrier = barrierOf(tags)
  const isGate = GATES.has(barrier) || barrier === 'lift_gate'
  if (isTooLarge(tags) || (isGate && tags.locked === 'yes')) return always(standing(CLOSED))
  const untagged = PASSABLE.has(barrier) ? OPEN : GATES.has(barrier) ? END : CLOSED
  const tagged = access.ofNode(tags, untagged)
  if (!tagged) return always(standing(untagged))
  if (isGate || PASSABLE.has(barrier)) return tagged
  // Those for whom a bollard, a block, a chain or a fence makes way have a key. A taxi that brings somebody has not.
  const unlessOpen = (level: Level) => (level === END || level === PRIVATE ? CLOSED : level)
  return zip(tagged, tagged, (value) => standing(unlessOpen(levelIn(value)), unlessOpen(worstIn(value))))
}

// Seconds of delay at a node, by its tag `highway`.
const NODE_DELAYS: Record<string, number> = {
  traffic_signals: 12,
  stop: 6,
  give_way: 2,
  crossing: 1,
  mini_roundabout: 3
}

/** Returns the seconds of delay when a car drives through a node. */
export function nodeDelay(tags: Tags | undefined): number {
  const level = tags?.railway === 'level_crossing' ? 4 : 0
  return level + (NODE_DELAYS[tags?.highway ?? ''] ?? 0)
}

export interface Turn {
  /**
   * Angle of the turn in degrees: 0 is straight on, ±180 is a U-turn. Positive is to the side on which people drive, which
   * crosses no oncoming traffic.
   */
  angle: number
  fromRank: number
  toRank: number
  /** Number of roads that meet at the junction. */
  arms: number
  /** Whether both edges are part of a roundabout. */
  withinRoundabout: boolean
}

/**
 * Returns the seconds that a turn takes: slowing down, which depends on the angle, and waiting for traffic with right of way.
 * The values are calibrated on Liechtenstein and Gothenburg so that the median speed of trips inside a town is 20 to 35 km/h.
 * Without delays at turns, it was 47 km/h.
 */
export function turnDelay({ angle, fromRank, toRank, arms, withinRoundabout }: Turn): number {
  if (arms <= 2) return 0
  if (withinRoundabout) return 0.5
  const sharp = Math.abs(angle)
  if (sharp > 170) return 20
  const slowing = sharp < 30 ? 1.5 : sharp < 60 ? 3 : angle > 0 ? 5 : 7
  const waiting = toRank > fromRank ? 3 + 1.5 * (toRank - fromRank) : 0
  return slowing + waiting
}
