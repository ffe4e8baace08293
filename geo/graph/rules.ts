import type { Tags } from '../osm/primitives.ts'

/** How a road can be driven. */
export interface RoadRule {
  /** Speed in km/h, without delays at junctions. */
  speed: number
  forward: boolean
  backward: boolean
  /** Importance, 0 (service) to 6 (motorway), for right of way. */
  rank: number
  /** Factor on the cost of through traffic. */
  reluctance: number
}

// Free-flow speeds of each class in km/h, without a tagged limit.
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

/** Average share of a limit that is really driven. */
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

/** How a taxi drives a way; null if it cannot. */
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

/** The value of the most specific access tag for a taxi; empty if there is none. */
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
  // A reversible road is closed for us: its direction changes with the time of day, which is unknown at the time of the quote.
  if (oneway === 'reversible') return { forward: false, backward: false }
  const implied = IMPLIED_JUNCTIONS.has(tags.junction ?? '') || IMPLIED_ROADS.has(tags.highway ?? '')
  const single = ONEWAY.has(oneway) || (implied && oneway !== 'no')
  return { forward: true, backward: !single }
}

// Speed in km/h of limits that are given as a word, with or without a country in front ("DE:urban").
const WORDS: Record<string, number> = { walk: 7, living_street: 7, urban: 50, none: 150 }

/** km/h of a maxspeed tag, or null if it is unusable. The first of several values counts. */
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

/** Whether a node stops a car. */
export function blocks(tags: Tags): boolean {
  const { barrier } = tags
  const access = accessOf(tags)
  if (DENIED.has(access)) return barrier !== undefined
  if (!barrier || OPEN_BARRIERS.has(barrier)) return false
  return access === ''
}

// Seconds of delay at a node, by what is at the node.
const NODE_DELAYS: Record<string, number> = {
  traffic_signals: 12,
  stop: 6,
  give_way: 2,
  crossing: 1,
  mini_roundabout: 3
}

/** Seconds of delay when driving through a node. */
export function nodeDelay(tags: Tags | undefined): number {
  const level = tags?.railway === 'level_crossing' ? 4 : 0
  return level + (NODE_DELAYS[tags?.highway ?? ''] ?? 0)
}

export interface Turn {
  /** Angle of the turn in degrees: 0 straight on, positive to the right, ±180 back. */
  angle: number
  fromRank: number
  toRank: number
  /** Number of roads that meet at the junction. */
  arms: number
  /** Whether both edges are part of a roundabout. */
  withinRoundabout: boolean
}

/**
 * Seconds that a turn takes: slowing down by its angle, and waiting for traffic with right of way. Calibrated on Liechtenstein
 * and Gothenburg so that the median trip inside a town drives 20 to 35 km/h; with speed limits only it was 47.
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
