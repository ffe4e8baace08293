import type { Tags } from '../osm/primitives.ts'

/** How fast and in which directions a taxi may drive on a road. */
export interface RoadRule {
  /** Driving speed in km/h between junctions. */
  speed: number
  forward: boolean
  backward: boolean
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
  service: [15, 0]
}

/** Average speed on an empty road, as a share of the speed limit. */
const LIMIT_SHARE = 0.9
const MAX_SPEED = 130

const ACCESS_KEYS = ['taxi', 'psv', 'motorcar', 'motor_vehicle', 'vehicle', 'access'] as const
const DENIED = new Set([
  'no',
  'private',
  'agricultural',
  'forestry',
  'agricultural;forestry',
  'delivery',
  'emergency',
  'military'
])
const RELUCTANT = new Set(['destination', 'customers'])
const ONEWAY = new Set(['yes', 'true', '1'])
const IMPLIED_JUNCTIONS = new Set(['roundabout', 'circular'])
const IMPLIED_ROADS = new Set(['motorway', 'motorway_link'])

/** Returns the rule for a way; null if taxis may not drive on it, or if it is not a road. */
export function roadRule(tags: Tags): RoadRule | null {
  const roadClass = CLASSES[tags.highway ?? '']
  if (!roadClass || tags.area === 'yes' || tags.impassable === 'yes' || tags.route === 'ferry') return null
  const access = accessOf(tags)
  if (DENIED.has(access)) return null

  const [classSpeed, rank] = roadClass
  const limit = parseSpeed(tags.maxspeed)
  const speed = Math.min(limit === null ? classSpeed : limit * LIMIT_SHARE, MAX_SPEED)
  const { forward, backward } = directions(tags)
  if (!forward && !backward) return null
  const reluctance = RELUCTANT.has(access) ? 3 : rank === 0 ? 1.5 : 1
  return { speed: Math.max(5, speed), forward, backward, rank, reluctance }
}

/** Returns the value of the most specific access tag that applies to a taxi; empty if there is none. */
function accessOf(tags: Tags): string {
  for (const key of ACCESS_KEYS) {
    const value = tags[key]
    if (value) return value
  }
  return ''
}

function directions(tags: Tags): { forward: boolean; backward: boolean } {
  const oneway = tags.oneway ?? ''
  if (oneway === '-1' || oneway === 'reverse') return { forward: false, backward: true }
  // Do not use a reversible road: its direction depends on the time of day, and the time of the drive is unknown when we quote.
  if (oneway === 'reversible') return { forward: false, backward: false }
  const implied = IMPLIED_JUNCTIONS.has(tags.junction ?? '') || IMPLIED_ROADS.has(tags.highway ?? '')
  const single = ONEWAY.has(oneway) || (implied && oneway !== 'no')
  return { forward: true, backward: !single }
}

// Speed limits in km/h for the words that `maxspeed` may contain; a country before the word ("DE:urban") is ignored.
const WORDS: Record<string, number> = { walk: 7, living_street: 7, urban: 50, none: 150 }

/** Returns the limit of a `maxspeed` tag in km/h; null if it is missing or unreadable. The first of several values counts. */
function parseSpeed(value: string | undefined): number | null {
  const [first = ''] = (value ?? '').split(';')
  const text = first.trim().replace(/^[A-Z]{2}:/, '')
  const word = WORDS[text]
  if (word !== undefined) return word
  const [, number, unit] = /^(?:zone:?)?(\d+(?:\.\d+)?)\s*(mph|km\/h)?$/.exec(text) ?? []
  const speed = Number(number) * (unit === 'mph' ? 1.609344 : 1)
  return speed > 0 ? speed : null
}

const OPEN_BARRIERS = new Set([
  'cattle_grid',
  'entrance',
  'border_control',
  'toll_booth',
  'sally_port',
  'height_restrictor',
  'arch',
  'bump_gate',
  'lift_gate',
  'kerb',
  'no'
])

/** Whether a taxi cannot pass a node because of a barrier. */
export function blocks(tags: Tags): boolean {
  const { barrier } = tags
  const access = accessOf(tags)
  if (DENIED.has(access)) return barrier !== undefined
  if (!barrier || OPEN_BARRIERS.has(barrier)) return false
  return access === ''
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
