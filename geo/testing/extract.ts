import type { Extract, Relation, Way } from '../osm/extract.ts'
import { NodeStore } from '../osm/node-store.ts'
import type { Tags } from '../osm/primitives.ts'

/** A small extract written by hand: nodes by letter, ways as letters in a row. */
export class Sketch {
  readonly extract = {
    header: { bbox: null, date: null },
    nodes: new NodeStore(),
    nodeTags: new Map<number, Tags>(),
    ways: new Map<number, Way>(),
    relations: [] as Relation[]
  } satisfies Extract
  readonly #byLetter = new Map<string, number>()

  /** Adds a node at metres east and north of the sketch's corner. */
  node(letter: string, east: number, north: number, tags?: Tags): this {
    const lng = 9.5 + east / 75_700
    const lat = 47.1 + north / 111_195
    const index = this.extract.nodes.add(this.#byLetter.size + 1, Math.round(lng * 1e7), Math.round(lat * 1e7))
    this.#byLetter.set(letter, index)
    if (tags) this.extract.nodeTags.set(index, tags)
    return this
  }

  /** Adds a way along nodes ("ABC"); a residential street unless tagged otherwise. */
  way(id: number, letters: string, tags: Tags = {}): this {
    const nodes = Int32Array.from(letters, (letter) => this.index(letter))
    const way: Way = { id, nodes, tags: { highway: 'residential', name: letters, ...tags } }
    this.extract.ways.set(id, way)
    return this
  }

  /** Adds a turn restriction over a node (a letter) or over ways. */
  restriction(kind: string, from: number, via: string | number[], to: number, tags: Tags = {}): this {
    const over: Relation['members'] =
      typeof via === 'string'
        ? [{ type: 'node', id: this.index(via) + 1, role: 'via' }]
        : via.map((id) => ({ type: 'way', id, role: 'via' }))
    const relation: Relation = {
      id: this.extract.relations.length + 1,
      tags: { type: 'restriction', restriction: kind, ...tags },
      members: [{ type: 'way', id: from, role: 'from' }, ...over, { type: 'way', id: to, role: 'to' }]
    }
    this.extract.relations.push(relation)
    return this
  }

  index(letter: string): number {
    const index = this.#byLetter.get(letter)
    if (index === undefined) throw new Error(`there is no node ${letter}`)
    return index
  }

  at(letter: string): { lat: number; lng: number } {
    const [lng, lat] = this.extract.nodes.point(this.index(letter))
    return { lat, lng }
  }
}
