import type { Relation } from '../osm/extract.ts'
import { bindsTaxis } from './restrictions.ts'
import type { Edge, Road } from './roads.ts'
import type { Turns } from './turns.ts'

/**
 * A course over at least three edges that a restriction over a way speaks of. `no` forbids to drive its last edge after
 * all others; `only` forbids every other edge there.
 */
export interface Course {
  kind: 'no' | 'only'
  relation: number
  edges: readonly number[]
}

// A via part is some hundred metres of dual carriageway: nobody maps one of more pieces than this.
const LONGEST = 64

/** Finds the courses of all restrictions over ways that bind a taxi. `leaving` tells the edges that leave a junction. */
export function findCourses(
  relations: readonly Relation[],
  roads: readonly Road[],
  edges: readonly Edge[],
  leaving: (junction: number) => readonly number[]
): Course[] {
  const wayOf = (edge: number) => roads[edges[edge]?.road ?? -1]?.way.id
  const edgesOfWay = new Map<number, number[]>()
  edges.forEach((_, edge) => {
    const way = wayOf(edge) ?? 0
    edgesOfWay.set(way, [...(edgesOfWay.get(way) ?? []), edge])
  })
  const courses: Course[] = []
  for (const relation of relations) {
    const kind = bindsTaxis(relation)
    const members = (role: string) => relation.members.filter((member) => member.role === role && member.type === 'way')
    const via = new Set(members('via').map(({ id }) => id))
    if (!kind || via.size === 0) continue
    const to = new Set(members('to').map(({ id }) => id))
    const firsts = members('from').flatMap(({ id }) => edgesOfWay.get(id) ?? [])
    for (const first of firsts) follow([first])

    /** Drives on along the via ways, and keeps each course that arrives on the last way. */
    function follow(course: readonly number[]): void {
      const last = course.at(-1) ?? 0
      const at = edges[last]
      if (!kind || !at || course.length > LONGEST) return
      for (const next of leaving(at.to)) {
        const way = wayOf(next) ?? 0
        const turnsRound = edges[next]?.road === at.road
        if (course.length > 1 && to.has(way) && !turnsRound) {
          courses.push({ kind, relation: relation.id, edges: [...course, next] })
        }
        if (via.has(way) && !turnsRound && !course.includes(next)) follow([...course, next])
      }
    }
  }
  return courses
}

/** Turns between states instead of edges: an edge that is part of a course stands once more for who began that course. */
export interface States {
  turns: Turns
  /** Per state: its edge. The first states are the edges themselves, driven without any course begun. */
  edge: number[]
}

/** Unfolds turns so that no way through them drives a forbidden course. */
export function unfold(count: number, turns: Turns, courses: readonly Course[]): States {
  const beginning = new Map<number, number[]>()
  courses.forEach(({ edges: [first = -1] }, i) => {
    beginning.set(first, [...(beginning.get(first) ?? []), i])
  })
  const edge = Array.from({ length: count }, (_, i) => i)
  // Per state: the courses under way and how many of their edges are driven.
  const begun: (readonly [course: number, driven: number][])[] = edge.map(() => [])
  const known = new Map<string, number>()
  const result: Turns = { start: new Uint32Array(0), to: [], time: [] }
  const start: number[] = []
  for (let state = 0; state < edge.length; state++) {
    start.push(result.to.length)
    const from = edge[state] ?? 0
    const active = [...(begun[state] ?? []), ...(beginning.get(from) ?? []).map((course) => [course, 1] as const)]
    for (let turn = turns.start[from] ?? 0; turn < (turns.start[from + 1] ?? 0); turn++) {
      const next = turns.to[turn] ?? 0
      if (isForbidden(active, next)) continue
      result.to.push(stateOf(next, active))
      result.time.push(turns.time[turn] ?? 0)
    }
  }
  start.push(result.to.length)
  return { turns: { ...result, start: Uint32Array.from(start) }, edge }

  function isForbidden(active: readonly (readonly [number, number])[], next: number): boolean {
    const demanded = new Map<number, boolean>()
    for (const [index, driven] of active) {
      const course = courses[index]
      if (!course || driven !== course.edges.length - 1) continue
      const isLast = course.edges[driven] === next
      if (course.kind === 'no' && isLast) return true
      if (course.kind === 'only') demanded.set(course.relation, isLast || (demanded.get(course.relation) ?? false))
    }
    return [...demanded.values()].includes(false)
  }

  function stateOf(next: number, active: readonly (readonly [number, number])[]): number {
    const goesOn = active
      .filter(([index, driven]) => {
        const course = courses[index]?.edges ?? []
        return driven < course.length - 1 && course[driven] === next
      })
      .map(([index, driven]): [number, number] => [index, driven + 1])
    if (goesOn.length === 0) return next
    const key = `${next} ${goesOn.join(' ')}`
    const found = known.get(key)
    if (found !== undefined) return found
    known.set(key, edge.length)
    edge.push(next)
    begun.push(goesOn)
    return edge.length - 1
  }
}
