import { Column } from '../osm/column.ts'
import type { Relation } from '../osm/extract.ts'
import type { Member } from '../osm/primitives.ts'
import { type Access, CLOSED, levelIn, OPEN, standing } from './access.ts'
import { always, type Holds, type Weekly, zip } from './hours.ts'
import { bindingsOf, either } from './restrictions.ts'
import type { RoadNet } from './roads.ts'
import { forbidding, type Leaving, type TurnHours, type Turns } from './turns.ts'

/**
 * A sequence of at least three edges to which a turn restriction with via ways applies. The restriction concerns a driver who
 * has driven all edges except the last. With `no`, the driver must not continue on the last edge. With `only`, the driver must
 * continue on it.
 */
export interface Course {
  kind: 'no' | 'only'
  /** Courses of the same restriction have the same number. */
  restriction: number
  edges: readonly number[]
  holds: Weekly<Holds>
}

// Longer sequences of edges are not followed. Via ways are a few hundred metres of a dual carriageway, so they have fewer edges
// even when they are cut at each junction.
const LONGEST = 64

/** Finds the sequences of edges that are forbidden or required for taxis by turn restrictions with via ways. */
export function findCourses(relations: readonly Relation[], net: RoadNet, leaving: Leaving, access: Access): Course[] {
  const restrictions = relations.flatMap((relation) => {
    const via = waysOf(relation, 'via')
    if (via.size === 0) return []
    const [from, to] = [waysOf(relation, 'from'), waysOf(relation, 'to')]
    return bindingsOf(relation, access).map((binding) => ({ ...binding, from, via, to }))
  })
  const edgesOfWay = edgesOf(net, new Set(restrictions.flatMap(({ from }) => [...from])))
  const courses: Course[] = []
  for (const [restriction, { kind, holds, from, via, to }] of restrictions.entries()) {
    for (const way of from) for (const first of edgesOfWay.get(way) ?? []) follow([first])

    /** Continues a sequence along the via ways, and stores each sequence that reaches a `to` way. */
    function follow(course: readonly number[]): void {
      const last = course.at(-1) as number
      if (course.length > LONGEST) return
      for (const next of leaving(net.to(last))) {
        const way = net.wayOf(next).id
        const turnsRound = net.edgeRoad.at(next) === net.edgeRoad.at(last)
        if (course.length > 1 && to.has(way) && !turnsRound) {
          courses.push({ kind, restriction, holds, edges: [...course, next] })
        }
        if (via.has(way) && !turnsRound && !course.includes(next)) follow([...course, next])
      }
    }
  }
  return courses
}

function waysOf({ members }: Relation, role: Member['role']): Set<number> {
  return new Set(members.filter((member) => member.role === role && member.type === 'way').map(({ id }) => id))
}

function edgesOf(net: RoadNet, ways: ReadonlySet<number>): Map<number, number[]> {
  const edges = new Map([...ways].map((way): [number, number[]] => [way, []]))
  if (ways.size === 0) return edges
  for (let edge = 0; edge < net.edges; edge++) edges.get(net.wayOf(edge).id)?.push(edge)
  return edges
}

/**
 * Turns between states instead of edges. A state is an edge together with the restricted sequences that the driver has begun on
 * the way to it.
 */
export interface States {
  turns: Turns
  /** Per state: its edge. The first states, one for each edge, are those without a begun sequence. */
  edge: Uint32Array
}

/** A restricted sequence that the driver has begun, and the number of its edges that the driver has already driven. */
type Begun = readonly [course: number, driven: number]

const NONE: readonly Begun[] = []
const OPENS = always(standing(OPEN))

/** Expands turns between edges to turns between states, so that no path contains a forbidden sequence. */
export function unfold(count: number, turns: Turns, courses: readonly Course[]): States {
  return new Unfolding(count, turns, courses).states
}

class Unfolding {
  readonly states: States
  readonly #courses: readonly Course[]
  /** By edge: the restricted sequences that begin with it. */
  readonly #beginning = new Map<number, Begun[]>()
  /** States in which a sequence is begun, each with its edge and its begun sequences. */
  readonly #further: { edge: number; begun: readonly Begun[] }[] = []
  readonly #known = new Map<string, number>()
  readonly #count: number

  constructor(count: number, turns: Turns, courses: readonly Course[]) {
    this.#count = count
    this.#courses = courses
    courses.forEach(({ edges: [first = -1] }, i) => {
      this.#beginning.set(first, [...(this.#beginning.get(first) ?? []), [i, 1]])
    })
    const start = new Column(Uint32Array)
    const to = new Column(Uint32Array)
    const time = new Column(Uint32Array)
    const cost = new Column(Uint32Array)
    const hours = new Map<number, TurnHours>()
    for (let state = 0; state < count + this.#further.length; state++) {
      start.push(to.length)
      const { edge, begun } = this.#further[state - count] ?? { edge: state, begun: NONE }
      const beginning = this.#beginning.get(edge) ?? NONE
      const active = begun.length > 0 ? [...begun, ...beginning] : beginning
      for (let turn = turns.start[edge] as number; turn < (turns.start[edge + 1] as number); turn++) {
        const next = turns.to[turn] as number
        const ban = this.#banOf(active, next)
        const own = turns.hours.get(turn)
        const all = ban ? zip(own ?? OPENS, ban, forbidding) : own
        if (all?.values.every((value) => levelIn(value) === CLOSED)) continue
        if (all) hours.set(to.length, all)
        to.push(this.#stateOf(next, active))
        time.push(turns.time[turn] as number)
        cost.push(turns.cost[turn] as number)
      }
    }
    start.push(to.length)
    const edge = new Uint32Array(count + this.#further.length)
    for (let state = 0; state < edge.length; state++) edge[state] = this.#further[state - count]?.edge ?? state
    this.states = {
      turns: { start: start.finish(), to: to.finish(), time: time.finish(), cost: cost.finish(), hours },
      edge
    }
  }

  /** Returns when the begun sequences forbid to continue onto an edge; null if never. */
  #banOf(active: readonly Begun[], next: number): Weekly<Holds> | null {
    let ban: Weekly<Holds> | null = null
    const demanded = new Map<number, { isMet: boolean; holds: Weekly<Holds> }>()
    const add = (holds: Weekly<Holds>) => {
      ban = ban ? zip(ban, holds, either) : holds
    }
    for (const [index, driven] of active) {
      const course = this.#courses[index]
      if (!course || driven !== course.edges.length - 1) continue
      const { kind, restriction, holds } = course
      const isLast = course.edges[driven] === next
      if (kind === 'no' && isLast) add(holds)
      if (kind === 'only') {
        demanded.set(restriction, { isMet: isLast || (demanded.get(restriction)?.isMet ?? false), holds })
      }
    }
    for (const { isMet, holds } of demanded.values()) if (!isMet) add(holds)
    return ban
  }

  #stateOf(next: number, active: readonly Begun[]): number {
    if (active.length === 0) return next
    const goesOn = active
      .filter(([index, driven]) => {
        const course = this.#courses[index]?.edges ?? []
        return driven < course.length - 1 && course[driven] === next
      })
      .map(([index, driven]): Begun => [index, driven + 1])
    if (goesOn.length === 0) return next
    const key = `${next} ${goesOn.join(' ')}`
    const found = this.#known.get(key)
    if (found !== undefined) return found
    const state = this.#count + this.#further.push({ edge: next, begun: goesOn }) - 1
    this.#known.set(key, state)
    return state
  }
}
