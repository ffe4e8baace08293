import { Column } from './column.ts'
import type { Tags } from './primitives.ts'

// Keys of tags that the importer does not need, such as notes of mappers to each other. Half of an extract's distinct texts are
// in such tags.
const UNREAD =
  /^(source|note|fixme|created_by|attribution|import|website|url|image|phone|fax|email|wikidata|wikipedia|opening_hours|description|check_date|survey:date|start_date|mapillary|contact|tiger|KSJ2|ref:bag|osak|ruian|uir_adr|dibavod)(:|$)/i

/** Stores sets of tags as numbers: each text is stored once, so that a tag takes eight bytes. */
export class TagStore {
  readonly #texts: string[] = []
  /** By key of a tag: the number of the key's text; -1 for keys that are not stored (`UNREAD`). */
  readonly #keys = new Map<string, number>()
  readonly #values = new Map<string, number>()
  /** All sets of tags one after the other. Each is the count of its tags, then the numbers of key and value of each tag. */
  readonly #sets = new Column(Uint32Array)

  constructor() {
    this.#sets.push(0)
  }

  /** Stores the tags of an element. Returns the number of the set, for `get`; 0 is the empty set. */
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

  /** Releases unused capacity; call it after adding all tags. */
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

/** Stores the tags of nodes, by index into the node store. */
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

  /** Adds the tags of a node. Nodes have to be added in ascending order of their index. */
  add(node: number, tags: Tags): void {
    const set = this.#tags.add(tags)
    if (set === 0) return
    this.#nodes.push(node)
    this.#sets.push(set)
  }

  /** Changes the nodes' indexes after `NodeStore.sort`. @param moved the new index of each old index */
  move(moved: Int32Array): void {
    const [nodes, sets] = [this.#nodes.finish().map((node) => moved[node] as number), this.#sets.finish()]
    const order = nodes.map((_, i) => i).sort((a, b) => (nodes[a] as number) - (nodes[b] as number))
    this.#nodes = new Column(Uint32Array)
    this.#sets = new Column(Uint32Array)
    for (const i of order) {
      // A node that the file has twice has its tags once.
      if (this.#nodes.length > 0 && this.#nodes.at(this.#nodes.length - 1) === nodes[i]) continue
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

  /** Yields the indexes of all nodes with tags that are stored. */
  *nodes(): Generator<number> {
    for (let i = 0; i < this.#nodes.length; i++) yield this.#nodes.at(i)
  }

  *[Symbol.iterator](): Generator<[number, Tags]> {
    for (let i = 0; i < this.#nodes.length; i++) yield [this.#nodes.at(i), this.#tags.get(this.#sets.at(i))]
  }
}
