import type { Tags } from '../osm/primitives.ts'

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

/** Returns the name of a point: its coordinates, given in 1e-7 degrees, are rounded to 1e-6 degrees as in the graph. */
export function keyOf(lng: number, lat: number): string {
  return `${Math.round(lng / 10)},${Math.round(lat / 10)}`
}

const ROADS =
  /^(motorway|trunk|primary|secondary|tertiary)(_link)?$|^(unclassified|residential|living_street|road|service)$/
const VEHICLES = ['taxi', 'psv', 'motorcar', 'motor_vehicle', 'vehicle', 'access']
const CLOSED = /^(no|private|agricultural|forestry|delivery|emergency|military)/

/**
 * Checks routes against the rules of the road. It reads the rules from the tags of the map and shares no code with the builder
 * of the graph; otherwise an error in the shared code would go unnoticed.
 */
export class Law {
  /** By pair of consecutive points: the ways on which one may drive from the first to the second. */
  readonly #steps = new Map<string, number[]>()
  readonly #byPoint = new Map<string, LawRestriction[]>()
  readonly #overWays: LawRestriction[] = []
  readonly #closed: ReadonlySet<string>

  /** Reads the rules of ways and turn restrictions. @param closed points with a barrier */
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
    if (!ROADS.test(tags.highway ?? '') || tags.area === 'yes' || tags.impassable === 'yes') return
    const access = VEHICLES.map((key) => tags[key]).find((value) => value)
    if (access && CLOSED.test(access)) return
    const implied = tags.junction === 'roundabout' || /^motorway/.test(tags.highway ?? '')
    const { oneway = implied ? 'yes' : 'no' } = tags
    for (let i = 1; i < points.length; i++) {
      const [a = '', b = ''] = [points[i - 1], points[i]]
      if (!/^(-1|reverse)$/.test(oneway)) this.#add(`${a} ${b}`, id)
      if (!/^(yes|true|1)$/.test(oneway)) this.#add(`${b} ${a}`, id)
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
