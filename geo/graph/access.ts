import type { Tags } from '../osm/primitives.ts'
import { always, type Clause, readConditional, type Weekly, zip } from './hours.ts'
import { TAXI } from './size.ts'
import type { Right, Vehicle } from './vehicles.ts'

/**
 * Who may drive on a way or through a node, from free to forbidden. A trip may begin and end on END and PRIVATE, but it passes
 * through only if no other way exists.
 */
export const OPEN = 0
export const END = 1
export const PRIVATE = 2
export const CLOSED = 3
export type Level = typeof OPEN | typeof END | typeof PRIVATE | typeof CLOSED

/** A level at one minute of the week, and the level at worst, if a condition holds of which this cannot be known. */
export type Standing = number

/** Makes a standing. Equal standings are equal numbers. */
export function standing(level: Level, worst: Level = level): Standing {
  return level * 4 + worst
}

export function levelIn(value: Standing): Level {
  return (value >> 2) as Level
}

export function worstIn(value: Standing): Level {
  return (value & 3) as Level
}

/** Returns the stricter of two standings. */
export function stricter(a: Standing, b: Standing): Standing {
  return standing(Math.max(levelIn(a), levelIn(b)) as Level, Math.max(worstIn(a), worstIn(b)) as Level)
}

/** Which keys open a way that is closed by itself: `any`, or only those for vehicles. */
export type Permission = 'any' | 'vehicle'
export type Direction = 'forward' | 'backward'

const OPEN_WORDS = ['yes', 'permissive', 'designated', 'public']
const END_WORDS = ['destination', 'customers', 'residents', 'delivery', 'unknown']

const OPENS: Weekly<Standing> = always(standing(OPEN))
const CLOSES: Weekly<Standing> = always(standing(CLOSED))

type Directions = Readonly<Record<Direction, Weekly<Standing>>>

// For the values of `oneway`: whether a car may drive along and against the direction in which the way is drawn. A reversible
// way is closed unless a condition tells its hours; on an `alternating` one the directions take turns at a signal.
const BOTH: Directions = { forward: OPENS, backward: OPENS }
const ALONG: Directions = { forward: OPENS, backward: CLOSES }
const AGAINST: Directions = { forward: CLOSES, backward: OPENS }
const ONEWAY = new Map<string, Directions>([
  ...['yes', 'true', '1'].map((word): [string, Directions] => [word, ALONG]),
  ...['-1', 'reverse'].map((word): [string, Directions] => [word, AGAINST]),
  ...['no', 'false', '0', 'alternating'].map((word): [string, Directions] => [word, BOTH]),
  ['reversible', { forward: CLOSES, backward: CLOSES }]
])

/**
 * The table of access (docs/build/roads.md): what tags mean for one kind of vehicle. The keys go from general to particular,
 * and the most particular one that is present counts.
 */
export class Access {
  readonly #modes: readonly string[]
  readonly #levels: ReadonlyMap<string, Level>

  constructor(vehicle: Vehicle = 'taxi', rights: readonly Right[] = []) {
    const own = vehicle === 'taxi' ? ['psv', 'taxi'] : []
    // Where taxis may use what is built for buses, `bus` counts too, but only where it permits something.
    const bus = rights.includes('bus') ? ['bus'] : []
    this.#modes = ['access', 'vehicle', 'motor_vehicle', 'motorcar', ...own.slice(0, 1), ...bus, ...own.slice(1)]
    this.#levels = new Map<string, Level>([
      ...END_WORDS.map((word): [string, Level] => [word, END]),
      ['private', PRIVATE],
      ...[...OPEN_WORDS, ...own, ...rights].map((word): [string, Level] => [word, OPEN])
    ])
  }

  /** Returns what the tags of a way say about driving in one direction. @param byPermission which key opens a closed way */
  ofWay(tags: Tags, direction: Direction, byPermission?: Permission): Weekly<Standing> {
    // `access=yes` on a footpath is about people on foot. Cars need a key of their own.
    const modes = byPermission === 'vehicle' ? this.#modes.slice(1) : this.#modes
    return this.#read(tags, modes, byPermission ? CLOSES : OPENS, direction)
  }

  /** Returns what the tags of a node say; null if it has none about access. @param base what counts outside of all conditions */
  ofNode(tags: Tags, base: Level): Weekly<Standing> | null {
    const isTagged = this.#modes.some((mode) => tags[mode] || tags[`${mode}:conditional`])
    return isTagged ? this.#read(tags, this.#modes, always(standing(base))) : null
  }

  /** Returns in which directions cars may drive. @param isImplied whether the way is one-way without a tag that says so */
  oneway(tags: Tags, isImplied: boolean): Directions {
    let now = isImplied ? ALONG : BOTH
    for (const mode of this.#modes) {
      const key = mode === 'access' ? 'oneway' : `oneway:${mode}`
      const plain = ONEWAY.get(wordOf(tags[key]))
      if (plain && (mode !== 'bus' || plain === BOTH)) now = plain
      if (mode === 'bus' && tags.busway?.startsWith('opposite')) now = BOTH
      for (const { value, holds } of clausesOf(tags, key)) {
        const then = ONEWAY.get(wordOf(value))
        if (!then) continue
        now = {
          forward: overlay(now.forward, then.forward, holds),
          backward: overlay(now.backward, then.backward, holds)
        }
      }
    }
    return now
  }

  /** The keys of turn restrictions that count, from general to particular. */
  get restrictionKeys(): string[] {
    return this.#modes
      .filter((mode) => mode !== 'bus')
      .map((mode) => (mode === 'access' ? 'restriction' : `restriction:${mode}`))
  }

  /** Whether a turn restriction's `except` names the vehicle. */
  isExcepted(except: string | undefined): boolean {
    return wordsOf(except).some((word) => word !== 'access' && this.#modes.includes(word))
  }

  #read(tags: Tags, modes: readonly string[], base: Weekly<Standing>, direction?: Direction): Weekly<Standing> {
    let now = base
    for (const mode of modes) {
      for (const key of direction ? [mode, `${mode}:${direction}`] : [mode]) {
        const level = this.#levelOf(tags[key])
        if (level !== null && (mode !== 'bus' || level <= END)) now = always(standing(level))
      }
      for (const key of direction ? [mode, `${mode}:${direction}`] : [mode]) {
        for (const { value, holds } of clausesOf(tags, key)) {
          const level = this.#levelOf(value)
          if (level !== null) now = overlay(now, always(standing(level)), holds)
        }
      }
    }
    return now
  }

  /** Returns the level of a value, which may be a list: its most permissive word counts. Null if there is no word. */
  #levelOf(value: string | undefined): Level | null {
    const levels = wordsOf(value).map((word) => this.#levels.get(word) ?? CLOSED)
    return levels.length === 0 ? null : (Math.min(...levels) as Level)
  }
}

/** Replaces a standing while a condition holds. A condition of which that is not known can close something, but never open it. */
function overlay(now: Weekly<Standing>, then: Weekly<Standing>, holds: Clause['holds']): Weekly<Standing> {
  const both = zip(now, then, (before, after) => before * 16 + after)
  return zip(both, holds, (pair, is) => {
    const [before, after] = [pair >> 4, pair & 15]
    if (is === 'yes') return after
    if (is === 'no') return before
    return standing(levelIn(before), Math.max(worstIn(before), worstIn(after)) as Level)
  })
}

function clausesOf(tags: Tags, key: string): Clause[] {
  const text = tags[`${key}:conditional`]
  return text ? readConditional(text, TAXI) : []
}

function wordOf(value: string | undefined): string {
  return value?.trim().toLowerCase() ?? ''
}

function wordsOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(/[;,]/)
    .map(wordOf)
    .filter((word) => word !== '')
}
