import type { Tags } from '../osm/primitives.ts'

/**
 * The rules of the road, read a second time. Tests compare routes with this reading, so it shares no code and no list with the
 * importer: it follows the text of the OpenStreetMap wiki (Key:access, Key:oneway, Conditional restrictions, Relation:restriction).
 */

/** A way of the map data. Its points are in the notation of `keyOf`. */
export interface LawWay {
  id: number
  tags: Tags
  points: readonly string[]
}

/** A turn restriction of the map data. Ways are ids; a point is in the notation of `keyOf`. */
export interface LawRestriction {
  kind: string
  from: readonly number[]
  via: string | readonly number[]
  to: readonly number[]
}

/** Who drives, and when. Without a minute (of the week, from Monday 00:00) a rule with a condition counts as open. */
export interface LawCar {
  isTaxi?: boolean
  /** What local law allows in addition: `permit`, `bus`. */
  rights?: readonly string[]
  minute?: number
}

/** What somebody may do at a place: drive through, only arrive and leave, or nothing. */
export type Permission = 'through' | 'end' | 'none'

/** Returns the name of a point: its coordinates, given in 1e-7 degrees, are rounded to 1e-6 degrees as in the graph. */
export function keyOf(lng: number, lat: number): string {
  return `${Math.round(lng / 10)},${Math.round(lat / 10)}`
}

/** What the words of access mean for a passenger car for hire that has no permit of its own. */
function meaning(value: string, { isTaxi = true, rights = [] }: LawCar): Permission {
  const words = value.toLowerCase().split(/[;,]/)
  const said = words.map((word): Permission => {
    if (/^\s*(yes|permissive|designated|public)\s*$/.test(word)) return 'through'
    if (isTaxi && /^\s*(psv|taxi)\s*$/.test(word)) return 'through'
    if (rights.includes(word.trim())) return 'through'
    return /^\s*(destination|customers|residents|delivery|private|unknown)\s*$/.test(word) ? 'end' : 'none'
  })
  return said.includes('through') ? 'through' : said.includes('end') ? 'end' : 'none'
}

/** Whether a condition is met. Only weekdays and times are read; null if it says something else. */
function isMet(condition: string, minute: number): boolean | null {
  const text = condition.trim().replace(/^\((.*)\)$/, '$1')
  if (text === '24/7') return true
  const [, days = '', from, to] =
    /^(?:((?:Mo|Tu|We|Th|Fr|Sa|Su)[A-Za-z,-]*)\s+)?(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? []
  if (from === undefined || to === undefined) return null
  const week = 'MoTuWeThFrSaSu'
  const number = (day: string) => week.indexOf(day) / 2
  const today = days === '' ? [0, 1, 2, 3, 4, 5, 6] : []
  for (const range of days.split(',').filter(Boolean)) {
    const [first = '', last = first] = range.split('-')
    for (let day = number(first); ; day = (day + 1) % 7) {
      today.push(day)
      if (day === number(last)) break
    }
  }
  const clock = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const [start, end] = [clock(from), clock(to)]
  return today.some((day) => {
    const since = (minute - (day * 1440 + start) + 10_080) % 10_080
    return since < (end > start ? end - start : end + 1440 - start)
  })
}

/** Returns the value of a key: that of the last condition that is met, or the plain one. */
function valueAt(tags: Tags, key: string, minute: number | undefined): string[] {
  const plain = tags[key]
  const values = plain ? [plain] : []
  for (const part of (tags[`${key}:conditional`] ?? '').split(/;(?![^(]*\))/)) {
    const [value = '', condition] = part.split('@')
    if (condition === undefined) continue
    if (minute === undefined) values.push(value.trim())
    else if (isMet(condition, minute)) return [value.trim()]
  }
  return values
}

const PARTICULAR_FIRST = ['taxi', 'bus', 'psv', 'motorcar', 'motor_vehicle', 'vehicle', 'access']
/** Whether a kind of vehicle is one that the car belongs to. */
function counts(mode: string, { isTaxi = true, rights = [] }: LawCar): boolean {
  if (mode === 'bus') return rights.includes('bus')
  return isTaxi || !/taxi|psv/.test(mode)
}

const ORDER: Permission[] = ['none', 'end', 'through']

/** Returns what the tags of access permit; undefined if there are none. */
function access(tags: Tags, car: LawCar, direction = '', keys = PARTICULAR_FIRST): Permission | undefined {
  const { minute } = car
  for (const mode of keys) {
    if (!counts(mode, car)) continue
    const keysOfMode = direction ? [`${mode}:${direction}`, mode] : [mode]
    const hasValue = keysOfMode.flatMap((key) => valueAt(tags, key, minute))
    if (hasValue.length === 0) continue
    const said = (minute === undefined ? hasValue : hasValue.slice(0, 1)).map((value) => meaning(value, car))
    if (mode === 'bus' && said[0] === 'none') continue
    return ORDER[Math.max(...said.map((one) => ORDER.indexOf(one)))] as Permission
  }
  return undefined
}

/** Returns the sizes in metres or tonnes that a tag names, in whatever unit. */
function amount(value: string): number {
  const feet = /^(\d+(?:\.\d+)?)\s*(?:'|ft)\s*(?:(\d+(?:\.\d+)?)\s*(?:"|in))?$/.exec(value.trim())
  if (feet) return Number(feet[1]) * 0.3048 + Number(feet[2] ?? 0) * 0.0254
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z"]*)$/.exec(value.trim()) ?? []
  if (number === '') return Number.POSITIVE_INFINITY
  const factor = { '"': 0.0254, in: 0.0254, cm: 0.01, kg: 0.001, lb: 0.000453592, lbs: 0.000453592 }[unit] ?? 1
  return Number(number) * factor
}

function isTooTight(tags: Tags): boolean {
  const widths = [tags.maxwidth, tags['maxwidth:physical']]
  const heights = [tags.maxheight, tags['maxheight:physical']]
  const weights = [tags.maxweight, tags['maxweight:physical']]
  const below = (values: (string | undefined)[], own: number) => values.some((value) => value && amount(value) < own)
  const lengths = [tags.maxlength, tags['maxlength:physical']]
  return below(widths, 1.9) || below(heights, 2) || below(weights, 2.5) || below(lengths, 5)
}

/** What a car may do on a way in one direction. */
export function permissionOf(tags: Tags, direction: 'forward' | 'backward', car: LawCar = {}): Permission {
  const { highway = '' } = tags
  const isStreet =
    /^(motorway|trunk|primary|secondary|tertiary)(_link)?$|^(unclassified|residential|living_street|road|service)$/.test(
      highway
    )
  const needsKey = /^(busway|pedestrian|cycleway|footway|track)$/.test(highway)
  if (!isStreet && !needsKey) return 'none'
  if (tags.area === 'yes' || tags.impassable === 'yes' || tags.route === 'ferry') return 'none'
  if ([tags.width, tags.est_width].some((width) => width && amount(width) < 1.9)) return 'none'
  if (tags.smoothness === 'impassable' || tags.service === 'emergency_access' || isTooTight(tags)) return 'none'
  if (/^(?!(no|minor|widening)$)./.test(tags.construction ?? '')) return 'none'
  if (/^(?!no$)./.test(tags.proposed ?? '')) return 'none'
  if (!directionsOf(tags, car).includes(direction)) return 'none'
  const isForPeople = /^(pedestrian|cycleway|footway)$/.test(highway)
  const said = access(tags, car, direction, isForPeople ? PARTICULAR_FIRST.slice(0, -1) : undefined)
  return said ?? (needsKey ? 'none' : 'through')
}

/** Returns the directions that `oneway` leaves. */
function directionsOf(tags: Tags, car: LawCar): string[] {
  for (const mode of [...PARTICULAR_FIRST.slice(0, -1), '']) {
    if (!counts(mode, car)) continue
    const values = valueAt(tags, mode ? `oneway:${mode}` : 'oneway', car.minute)
    const read = values.flatMap((value) => {
      if (/^(yes|true|1)$/.test(value)) return ['forward']
      if (/^(-1|reverse)$/.test(value)) return ['backward']
      if (value === 'reversible') return ['']
      return /^(no|false|0|alternating)$/.test(value) ? ['forward', 'backward'] : []
    })
    if (read.length > 0) return read
  }
  const isImplied = /^(roundabout|circular)$/.test(tags.junction ?? '') || /^motorway(_link)?$/.test(tags.highway ?? '')
  return isImplied ? ['forward'] : ['forward', 'backward']
}

/** What a car may do at a node. */
export function passageAt(tags: Tags, car: LawCar = {}): Permission {
  const { barrier = '' } = tags
  if (isTooTight(tags)) return 'none'
  const isGate = /^(gate|swing_gate|sliding_gate|hampshire_gate|sliding_beam|lift_gate)$/.test(barrier)
  if (isGate && tags.locked === 'yes') return 'none'
  const isLow =
    barrier === 'kerb' && (tags.highway === 'crossing' || /^(lowered|flush|rolled|no)$/.test(tags.kerb ?? ''))
  const isSound = barrier === 'fence' && /^audi/.test(tags.sensory ?? '')
  const isFree =
    isLow ||
    isSound ||
    /^(|no|cattle_grid|entrance|border_control|toll_booth|sally_port|height_restrictor|arch|bump_gate)$/.test(barrier)
  const said = access(tags, car)
  if (!said) return isFree || barrier === 'lift_gate' ? 'through' : isGate ? 'end' : 'none'
  return said === 'end' && !isGate && !isFree ? 'none' : said
}

/** Checks routes against the rules of the road. */
export class Law {
  /** By pair of consecutive points: the ways on which one may drive from the first to the second. */
  readonly #steps = new Map<string, number[]>()
  readonly #byPoint = new Map<string, LawRestriction[]>()
  readonly #overWays: LawRestriction[] = []
  readonly #closed: ReadonlySet<string>

  /** Reads the rules of ways and turn restrictions. @param closed points through which nobody may drive */
  constructor(ways: Iterable<LawWay>, restrictions: readonly LawRestriction[] = [], closed: Iterable<string> = []) {
    this.#closed = new Set(closed)
    for (const way of ways) this.#allow(way)
    for (const restriction of restrictions) {
      const { via } = restriction
      if (typeof via !== 'string') this.#overWays.push(restriction)
      else this.#byPoint.set(via, [...(this.#byPoint.get(via) ?? []), restriction])
    }
  }

  /** Number of turn restrictions. */
  get restrictions(): number {
    return this.#overWays.length + [...this.#byPoint.values()].flat().length
  }

  /** Returns descriptions of all violations on a drive along points; empty if there are none. */
  violations(points: readonly string[]): string[] {
    const wrong: string[] = []
    const ways = points.slice(1).map((point, i) => this.#steps.get(`${points[i]} ${point}`) ?? [])
    ways.forEach((options, i) => {
      if (options.length === 0) wrong.push(`nobody may drive from ${points[i]} to ${points[i + 1]}`)
      const at = points[i] ?? ''
      if (i === 0) return
      if (this.#closed.has(at)) wrong.push(`a barrier stands at ${at}`)
      // Several ways can connect the same two points. The turn is allowed if the rules permit it for one pair of ways.
      const before = ways[i - 1] ?? []
      const rules = this.#byPoint.get(at) ?? []
      const isAllowed = before.some((from) => options.some((to) => rules.every((rule) => permits(rule, from, to))))
      if (before.length > 0 && options.length > 0 && !isAllowed) wrong.push(`the turn at ${at} is forbidden`)
    })
    return [...wrong, ...this.#courses(ways)]
  }

  /** Checks the restrictions with via ways against the sequence of driven ways. */
  #courses(ways: readonly (readonly number[])[]): string[] {
    const driven: number[] = []
    for (const [way = -1] of ways) if (driven.at(-1) !== way) driven.push(way)
    return this.#overWays.flatMap(({ kind, from, via, to }) =>
      driven.flatMap((way, i) => {
        if (!from.includes(way)) return []
        const passed = driven.slice(i + 1, i + 1 + via.length)
        const next = driven[i + 1 + via.length]
        const isOnCourse = passed.length === via.length && passed.every((id) => (via as readonly number[]).includes(id))
        if (!isOnCourse || next === undefined) return []
        const isTo = to.includes(next)
        return kind.startsWith('no_') === isTo ? [`${kind} from ${way} over ${via} to ${next}`] : []
      })
    )
  }

  #allow({ id, tags, points }: LawWay): void {
    const [forward, backward] = (['forward', 'backward'] as const).map((way) => permissionOf(tags, way) !== 'none')
    for (let i = 1; i < points.length; i++) {
      const [a = '', b = ''] = [points[i - 1], points[i]]
      if (forward) this.#add(`${a} ${b}`, id)
      if (backward) this.#add(`${b} ${a}`, id)
    }
  }

  #add(step: string, way: number): void {
    this.#steps.set(step, [...(this.#steps.get(step) ?? []), way])
  }
}

function permits({ kind, from, to }: LawRestriction, before: number, after: number): boolean {
  if (!from.includes(before) || before === after) return true
  return kind.startsWith('no_') ? !to.includes(after) : to.includes(after) || to.includes(before)
}
