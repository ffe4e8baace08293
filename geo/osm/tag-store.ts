import { Column } from './column.ts'
import type { Tags } from './primitives.ts'

// Keys of tags that are not read: notes of mappers for each other, which make up half of the distinct texts of an extract.
const UNREAD =
  /^(source|note|fixme|created_by|attribution|import|website|url|image|phone|fax|email|wikidata|wikipedia|opening_hours|description|check_date|survey:date|start_date|mapillary|contact|tiger|KSJ2|ref:bag|osak|ruian|uir_adr|dibavod)(:|$)/i

/** Sets of tags as numbers: each text is stored once, a tag takes eight bytes. */
export class TagStore {
  readonly #texts: string[] = []
  /** The number of each text that is a key; -1 for keys whose tags are not read. */
  readonly #keys = new Map<string, number>()
  readonly #values = new Map<string, number>()
  /** All sets of tags: the count, then key and value of each tag. */
  readonly #sets = new Column(Uint32Array)

  constructor() {
    this.#sets.push(0)
  }

  /** Stores tags; returns the number of their set. 0 is the empty one. */
  add(tags: Tags): number {
    const set = this.#sets.length
    this.#sets.push(0)
    for (const key in tags) {
      const number = this.#keyOf(key)
      if (number < 0) continue
      this.#sets.push(number)
      this.#sets.push(this.#valueOf(tags[key] as string))
    }
    const count = (this.#sets.length - set - 1) / 2
    if (count > 0) this.#sets.set(set, count)
    else this.#sets.length = set
    return count > 0 ? set : 0
  }

  /** Releases unused capacity, once all tags are added. */
  trim(): void {
    this.#sets.trim()
  }

  get(set: number): Tags {
    const tags: Record<string, string> = {}
    const end = set + 2 * this.#sets.at(set)
    for (let i = set + 1; i < end; i += 2) {
      tags[this.#texts[this.#sets.at(i)] as string] = this.#texts[this.#sets.at(i + 1)] as string
    }
    return tags
  }

  #keyOf(key: string): number {
    let number = this.#keys.get(key)
    if (number === undefined) {
      number = UNREAD.test(key) ? -1 : this.#valueOf(key)
      this.#keys.set(key, number)
    }
    return number
  }

  #valueOf(text: string): number {
    let number = this.#values.get(text)
    if (number === undefined) {
      number = this.#texts.length
      this.#texts.push(text)
      this.#values.set(text, number)
    }
    return number
  }
}

/** Tags of nodes, by index into the node store. */
export class NodeTagStore {
  readonly #tags: TagStore
  #nodes = new Column(Uint32Array)
  #sets = new Column(Uint32Array)

  constructor(tags: TagStore) {
    this.#tags = tags
  }

  get size(): number {
    return this.#nodes.length
  }

  /** Adds the tags of a node; nodes come in ascending order until `move`. */
  add(node: number, tags: Tags): void {
    const set = this.#tags.add(tags)
    if (set === 0) return
    this.#nodes.push(node)
    this.#sets.push(set)
  }

  /** Renumbers nodes to their new indexes. */
  move(moved: Int32Array): void {
    const [nodes, sets] = [this.#nodes.finish().map((node) => moved[node] as number), this.#sets.finish()]
    const order = nodes.map((_, i) => i).sort((a, b) => (nodes[a] as number) - (nodes[b] as number))
    this.#nodes = new Column(Uint32Array)
    this.#sets = new Column(Uint32Array)
    for (const i of order) {
      this.#nodes.push(nodes[i] as number)
      this.#sets.push(sets[i] as number)
    }
  }

  get(node: number): Tags | undefined {
    let low = 0
    let high = this.#nodes.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.#nodes.at(middle)
      if (found === node) return this.#tags.get(this.#sets.at(middle))
      if (found < node) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }

  *[Symbol.iterator](): Generator<[number, Tags]> {
    for (let i = 0; i < this.#nodes.length; i++) yield [this.#nodes.at(i), this.#tags.get(this.#sets.at(i))]
  }
}
