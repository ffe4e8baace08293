import type { Extract, Relation } from '../osm/extract.ts'
import { NodeStore } from '../osm/node-store.ts'
import type { Tags } from '../osm/primitives.ts'
import type { Way } from '../osm/way-store.ts'
import { PbfFile } from './pbf-file.ts'

/** A small hand-written map for tests: nodes are named by letters, ways are sequences of letters. */
export class Sketch {
  readonly extract = {
    header: { bbox: null, date: null },
    nodes: new NodeStore(),
    nodeTags: new Map<number, Tags>(),
    ways: new Map<number, Way>(),
    relations: [] as Relation[]
  } satisfies Extract
  readonly #byLetter = new Map<string, number>()

  get letters(): string[] {
    return [...this.#byLetter.keys()]
  }

  /** Adds a node. @param east metres from the sketch's south-western corner @param north metres from the same corner */
  node(letter: string, east: number, north: number, tags?: Tags): this {
    const lng = 9.5 + east / 75_700
    const lat = 47.1 + north / 111_195
    const index = this.extract.nodes.add(this.#byLetter.size + 1, Math.round(lng * 1e7), Math.round(lat * 1e7))
    this.#byLetter.set(letter, index)
    if (tags) this.extract.nodeTags.set(index, tags)
    return this
  }

  /** Adds a way along nodes. @param letters such as "ABC" @param tags default: a residential street named by the letters */
  way(id: number, letters: string, tags: Tags = {}): this {
    const nodes = Int32Array.from(letters, (letter) => this.index(letter))
    const way: Way = { id, nodes, tags: { highway: 'residential', name: letters, ...tags } }
    this.extract.ways.set(id, way)
    return this
  }

  /** Adds a relation with ways as its outer members. */
  relation(tags: Tags, ways: readonly number[]): this {
    const { relations } = this.extract
    relations.push({ id: relations.length + 1, tags, members: waysAs('outer', ways) })
    return this
  }

  /** Adds a turn restriction over a node (a letter) or over ways (ids). If `kind` is empty, `tags` hold the restriction. */
  restriction(
    kind: string,
    from: number | number[],
    via: string | number[],
    to: number | number[],
    tags: Tags = {}
  ): this {
    const over: Relation['members'] =
      typeof via === 'string' ? [{ type: 'node', id: this.index(via) + 1, role: 'via' }] : waysAs('via', via)
    const relation: Relation = {
      id: this.extract.relations.length + 1,
      tags: { type: 'restriction', ...(kind && { restriction: kind }), ...tags },
      members: [...waysAs('from', from), ...over, ...waysAs('to', to)]
    }
    this.extract.relations.push(relation)
    return this
  }

  /** Returns the sketch as an OSM PBF file. @param isShuffled whether to write relations and ways first, with descending ids */
  toPbf({ isShuffled = false } = {}): Uint8Array {
    const parts: Uint8Array[] = []
    const file = new PbfFile((bytes) => parts.push(bytes))
    const { nodes, nodeTags, ways, relations } = this.extract
    const steps = [
      ...Array.from({ length: nodes.size }, (_, i) => () => file.node(nodes.id(i), ...nodes.point(i), nodeTags.get(i))),
      ...[...ways.values()].map(
        (way) => () =>
          file.way(
            way.id,
            Array.from(way.nodes, (node) => nodes.id(node)),
            way.tags
          )
      ),
      ...relations.map(
        ({ id, members, tags }) =>
          () =>
            file.relation(id, members, tags)
      )
    ]
    for (const step of isShuffled ? steps.reverse() : steps) step()
    file.finish()
    return Buffer.concat(parts)
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

function waysAs(role: string, ids: number | readonly number[]): Relation['members'] {
  return [ids].flat().map((id) => ({ type: 'way', id, role }))
}
