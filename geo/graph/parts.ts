import { MAY_END, MAY_START } from '../../supabase/functions/_shared/region/mod.ts'
import { type StrongComponents, strongComponents } from './component.ts'
import type { States } from './courses.ts'
import type { RoadNet } from './roads.ts'

/** A part of the roads is what roads connect: a mainland, an island, the yard of a factory. */
export interface Parts {
  /** Per edge: MAY_START if a car can get out of it and MAY_END if it can get in; 0 if it is left out. */
  ends: Uint8Array
  /** Per edge: the number of its part. The parts are numbered by their size, the largest first. */
  part: Uint32Array
  /** Per part: the number of its edges. */
  sizes: Uint32Array
}

/**
 * Divides the roads into parts, and finds what is of no use: streets that no car can get into or out of, and those along which a
 * car cannot come back. Each part has a core in which every edge can be reached from every other. A drive begins where a way
 * leads into the core, and ends where one leads out of it.
 */
export function findParts(net: RoadNet, { turns, edge: edgeOf }: States): Parts {
  const states = edgeOf.length
  const { component, sizes: strong } = strongComponents(states, turns.start, turns.to)
  const sets = new Sets(states)
  const firstOfRoad = new Int32Array(net.roads).fill(-1)
  for (let state = 0; state < states; state++) {
    const road = net.edgeRoad.at(edgeOf[state] as number)
    // Both directions of a road belong to one part, and all states of an edge.
    if (firstOfRoad[road] === -1) firstOfRoad[road] = state
    else sets.join(state, firstOfRoad[road] as number)
    for (let turn = turns.start[state] as number; turn < (turns.start[state + 1] as number); turn++) {
      sets.join(state, turns.to[turn] as number)
    }
  }
  // The core of a part is its largest strongly connected component.
  const core = new Map<number, number>()
  for (let state = 0; state < states; state++) {
    const [set, own] = [sets.of(state), component[state] as number]
    const best = core.get(set)
    if (best === undefined || (strong[own] as number) > (strong[best] as number)) core.set(set, own)
  }
  // A single one-way street leads nowhere, unless there is nothing else.
  const isAlone = strong.every((size) => size === 1)
  const isCore = Uint8Array.from(component, (own, state) => {
    const best = core.get(sets.of(state)) as number
    return own === best && (isAlone || (strong[best] as number) > 1) ? 1 : 0
  })
  const entered = spread(isCore, turns.start, turns.to)
  const left = spread(isCore, ...reversed(turns.start, turns.to))
  const ends = new Uint8Array(net.edges)
  for (let state = 0; state < states; state++) {
    const edge = edgeOf[state] as number
    // A drive begins in a state without a begun sequence of turns, and ends in any state.
    const bits = (state < net.edges && left[state] ? MAY_START : 0) | (entered[state] ? MAY_END : 0)
    ends[edge] = (ends[edge] as number) | bits
  }
  const counts = new Map<number, number>()
  for (let edge = 0; edge < net.edges; edge++) {
    if (ends[edge]) counts.set(sets.of(edge), (counts.get(sets.of(edge)) ?? 0) + 1)
  }
  const bySize = [...counts].sort(([, a], [, b]) => b - a)
  const numbers = new Map(bySize.map(([set], number) => [set, number]))
  const part = Uint32Array.from(ends, (_, edge) => numbers.get(sets.of(edge)) ?? 0)
  return { ends, part, sizes: Uint32Array.from(bySize, ([, size]) => size) }
}

/**
 * Returns the roads on which a car has to turn round, so that both directions can be used: those of a ring of streets without a
 * dead end. One road for each ring.
 */
export function findRings(net: RoadNet, { component, sizes }: StrongComponents): number[] {
  const along = new Int32Array(net.roads).fill(-1)
  const rings: number[] = []
  const known = new Set<string>()
  for (let edge = 0; edge < net.edges; edge++) {
    const road = net.edgeRoad.at(edge)
    const other = along[road] as number
    along[road] = edge
    if (other < 0) continue
    const [a, b] = [component[other] as number, component[edge] as number]
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`
    if (a === b || known.has(key) || (sizes[a] as number) < 2 || (sizes[b] as number) < 2) continue
    known.add(key)
    rings.push(road)
  }
  return rings
}

/** Returns 1 for every node that can be reached from the marked ones. */
function spread(marked: Uint8Array, start: Uint32Array, to: Uint32Array): Uint8Array {
  const reached = marked.slice()
  const open: number[] = []
  marked.forEach((is, node) => {
    if (is) open.push(node)
  })
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (let arc = start[node] as number; arc < (start[node + 1] as number); arc++) {
      const next = to[arc] as number
      if (reached[next]) continue
      reached[next] = 1
      open.push(next)
    }
  }
  return reached
}

/** Turns all arcs of a graph round. */
function reversed(start: Uint32Array, to: Uint32Array): [start: Uint32Array, from: Uint32Array] {
  const starts = new Uint32Array(start.length)
  for (const node of to) starts[node + 1] = (starts[node + 1] as number) + 1
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number)
  const cursor = starts.slice()
  const from = new Uint32Array(to.length)
  for (let node = 0; node + 1 < start.length; node++) {
    for (let arc = start[node] as number; arc < (start[node + 1] as number); arc++) {
      const at = cursor[to[arc] as number] as number
      from[at] = node
      cursor[to[arc] as number] = at + 1
    }
  }
  return [starts, from]
}

/** Disjoint sets of numbers that grow together. */
export class Sets {
  readonly #parent: Uint32Array

  constructor(count: number) {
    this.#parent = Uint32Array.from({ length: count }, (_, i) => i)
  }

  of(member: number): number {
    let at = member
    while (this.#parent[at] !== at) {
      const next = this.#parent[this.#parent[at] as number] as number
      this.#parent[at] = next
      at = next
    }
    return at
  }

  join(a: number, b: number): void {
    this.#parent[this.of(a)] = this.of(b)
  }
}
