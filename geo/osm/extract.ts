import { readBlocks } from './blocks.ts'
import { type Header, type Member, readHeader, readPrimitives, type Tags } from './primitives.ts'

export interface Way {
  id: number
  /** Indexes into the node store, -1 where the extract lacks the node. */
  nodes: Int32Array
  tags: Tags
}

export interface Relation {
  id: number
  members: readonly Member[]
  tags: Tags
}

/** What the importer keeps of a file: all coordinates, and every element that carries tags or belongs to a relation. */
export interface Extract {
  header: Header
  nodes: NodeStore
  /** Tags of nodes that have any, by index into the node store. */
  nodeTags: Map<number, Tags>
  ways: Map<number, Way>
  relations: Relation[]
}

/** Coordinates in typed arrays: 16 bytes a node, so that a 100 MB extract stays far from the memory limit. */
export class NodeStore {
  size = 0
  #ids = new Float64Array(1 << 16)
  #lngs = new Int32Array(1 << 16)
  #lats = new Int32Array(1 << 16)

  add(id: number, lng: number, lat: number): number {
    if (this.size === this.#ids.length) this.#grow()
    this.#ids[this.size] = id
    this.#lngs[this.size] = lng
    this.#lats[this.size] = lat
    return this.size++
  }

  /** Index of a node id, -1 when it is not in the extract. Files are sorted by id, so that bisection finds it. */
  find(id: number): number {
    let low = 0
    let high = this.size - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.#ids[middle] ?? 0
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  /** The node's id in OpenStreetMap. */
  id(index: number): number {
    return this.#ids[index] ?? 0
  }

  /** Longitude in 1e-7 degrees. */
  lng(index: number): number {
    return this.#lngs[index] ?? 0
  }

  /** Latitude in 1e-7 degrees. */
  lat(index: number): number {
    return this.#lats[index] ?? 0
  }

  /** [lng, lat] in degrees. */
  point(index: number): [number, number] {
    return [this.lng(index) / 1e7, this.lat(index) / 1e7]
  }

  /** Brings the nodes into order of id. Answers the new index of each old one, or null when they were in order. */
  sort(): Int32Array | null {
    let sorted = true
    for (let i = 1; i < this.size && sorted; i++) sorted = this.id(i - 1) < this.id(i)
    if (sorted) return null
    const order = new Int32Array(this.size).map((_, i) => i).sort((a, b) => this.id(a) - this.id(b))
    const moved = new Int32Array(this.size)
    for (let i = 0; i < order.length; i++) moved[order[i] ?? 0] = i
    this.#ids = Float64Array.from(order, (i) => this.id(i))
    this.#lngs = Int32Array.from(order, (i) => this.#lngs[i] ?? 0)
    this.#lats = Int32Array.from(order, (i) => this.#lats[i] ?? 0)
    return moved
  }

  #grow(): void {
    const length = this.#ids.length * 2
    const ids = new Float64Array(length)
    const lngs = new Int32Array(length)
    const lats = new Int32Array(length)
    ids.set(this.#ids)
    lngs.set(this.#lngs)
    lats.set(this.#lats)
    this.#ids = ids
    this.#lngs = lngs
    this.#lats = lats
  }
}

/**
 * Reads an OSM PBF file block by block.
 *
 * @throws {ImportError} when the file is missing, damaged or no PBF
 */
export async function readExtract(path: string): Promise<Extract> {
  let header: Header = { bbox: null, date: null }
  const nodes = new NodeStore()
  let nodeTags = new Map<number, Tags>()
  const rawWays: { id: number; refs: readonly number[]; tags: Tags }[] = []
  const relations: Relation[] = []

  for await (const block of readBlocks(path)) {
    if (block.type === 'OSMHeader') header = readHeader(block.data)
    if (block.type !== 'OSMData') continue
    readPrimitives(block.data, {
      node(id, lng, lat, tags) {
        const index = nodes.add(id, lng, lat)
        if (tags) nodeTags.set(index, tags)
      },
      way: (id, refs, tags) => void rawWays.push({ id, refs, tags }),
      relation: (id, members, tags) => void relations.push({ id, members, tags })
    })
  }

  const moved = nodes.sort()
  if (moved) nodeTags = new Map([...nodeTags].map(([index, tags]) => [moved[index] ?? 0, tags]))
  const ways = new Map<number, Way>()
  for (const { id, refs, tags } of rawWays) {
    ways.set(id, { id, nodes: Int32Array.from(refs, (ref) => nodes.find(ref)), tags })
  }
  return { header, nodes, nodeTags, ways, relations }
}
