import { Column } from './column.ts'
import type { NodeStore } from './node-store.ts'
import type { Tags } from './primitives.ts'
import type { TagStore } from './tag-store.ts'

export interface Way {
  readonly id: number
  /** The way's nodes as indexes into the node store; -1 for a node that is missing in the extract. */
  readonly nodes: Int32Array
  readonly tags: Tags
}

/** Stores ways in typed arrays. `Way` objects are created on request. */
export class WayStore {
  readonly #tags: TagStore
  readonly #ids = new Column(Float64Array)
  readonly #starts = new Column(Uint32Array)
  readonly #sets = new Column(Uint32Array)
  readonly #refs = new Column(Float64Array)
  #nodes = new Int32Array()
  /** Positions of the ways in the arrays, in the order of their ids; null if the ways are stored in this order. */
  #order: Uint32Array | null = null

  constructor(tags: TagStore) {
    this.#tags = tags
    this.#starts.push(0)
  }

  get size(): number {
    return this.#order?.length ?? this.#ids.length
  }

  add(id: number, refs: readonly number[], tags: Tags): void {
    this.#ids.push(id)
    for (const ref of refs) this.#refs.push(ref)
    this.#starts.push(this.#refs.length)
    this.#sets.push(this.#tags.add(tags))
  }

  /** Returns the ids of all nodes of the ways, sorted and without repeats. Call it before `resolve`. */
  refs(): Float64Array {
    const sorted = new Float64Array(this.#refs.length).map((_, i) => this.#refs.at(i)).sort()
    let count = 0
    for (let i = 0; i < sorted.length; i++) {
      if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i] as number
    }
    return sorted.subarray(0, count)
  }

  /** Number of nodes of all ways, and how many of them are missing in the extract. Call it after `resolve`. */
  get refCounts(): { all: number; missing: number } {
    return { all: this.#nodes.length, missing: this.#nodes.reduce((sum, node) => sum + (node < 0 ? 1 : 0), 0) }
  }

  /** Marks the nodes that belong to a way. Call it after `resolve`. */
  mark(isUsed: Uint8Array): void {
    for (const node of this.#nodes) if (node >= 0) isUsed[node] = 1
  }

  /** Replaces the ids of nodes by indexes into the node store. Call it when all ways and nodes are stored. */
  resolve(nodes: NodeStore): void {
    this.#nodes = new Int32Array(this.#refs.length)
    for (let i = 0; i < this.#nodes.length; i++) this.#nodes[i] = nodes.find(this.#refs.at(i))
    this.#refs.length = 0
    this.#refs.trim()
    for (const column of [this.#ids, this.#starts, this.#sets]) column.trim()
    let sorted = true
    for (let i = 1; i < this.#ids.length && sorted; i++) sorted = this.#ids.at(i - 1) < this.#ids.at(i)
    if (sorted) return
    const order = new Uint32Array(this.#ids.length).map((_, i) => i)
    order.sort((a, b) => this.#ids.at(a) - this.#ids.at(b) || a - b)
    // A way that the file has twice counts once.
    this.#order = order.filter((at, i) => i === 0 || this.#ids.at(order[i - 1] as number) !== this.#ids.at(at))
  }

  get(id: number): Way | undefined {
    let low = 0
    let high = this.size - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.#ids.at(this.#position(middle))
      if (found === id) return this.#way(this.#position(middle))
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }

  /** Yields all ways in the order of their ids. */
  *values(): Generator<Way> {
    for (let i = 0; i < this.size; i++) yield this.#way(this.#position(i))
  }

  #position(rank: number): number {
    return this.#order ? (this.#order[rank] as number) : rank
  }

  #way(position: number): Way {
    const nodes = this.#nodes.subarray(this.#starts.at(position), this.#starts.at(position + 1))
    return new StoredWay(this.#ids.at(position), nodes, this.#tags, this.#sets.at(position))
  }
}

/** A way in the store; the object with its tags is created on first use. */
class StoredWay implements Way {
  readonly id: number
  readonly nodes: Int32Array
  readonly #store: TagStore
  readonly #set: number
  #tags: Tags | undefined

  constructor(id: number, nodes: Int32Array, store: TagStore, set: number) {
    this.id = id
    this.nodes = nodes
    this.#store = store
    this.#set = set
  }

  get tags(): Tags {
    this.#tags ??= this.#store.get(this.#set)
    return this.#tags
  }
}
