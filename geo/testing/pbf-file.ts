import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import type { Member, Tags } from '../osm/primitives.ts'
import { randomOf } from './random.ts'

type Box = readonly [west: number, south: number, east: number, north: number]
interface Element {
  id: number
  tags: Tags
}
interface Node extends Element {
  lng: number
  lat: number
}
interface Way extends Element {
  refs: readonly number[]
  at: readonly number[]
}
interface Relation extends Element {
  members: readonly Member[]
}

export interface PbfOptions {
  bbox?: Box
  /** Names of features that a reader of the file must support; default: those that all files require. */
  features?: readonly string[]
  /** Timestamp of the data, seconds since 1970. */
  timestamp?: number
  compress?: boolean
  /** Whether the nodes of a block are in one dense list, as in all current files; else each node is a message. */
  dense?: boolean
  /** Whether each element has version, time and changeset, as in downloaded files. This data is a third of such a file. */
  withInfo?: boolean
  /** Whether ways have the positions of their nodes, as `osmium add-locations-to-ways` writes them. */
  hasLocationsOnWays?: boolean
}

const PER_BLOCK = 8000
const MEMBER_TYPES = ['node', 'way', 'relation']

/** Writes an OSM PBF file block by block, with the elements in the order in which they are added. */
export class PbfFile {
  readonly #sink: (bytes: Uint8Array) => void
  readonly #options: Required<Omit<PbfOptions, 'bbox' | 'timestamp'>>
  readonly #random = randomOf(1)
  #nodes: Node[] = []
  #ways: Way[] = []
  #relations: Relation[] = []

  constructor(sink: (bytes: Uint8Array) => void, options: PbfOptions = {}) {
    const { bbox, timestamp, features = ['OsmSchema-V0.6', 'DenseNodes'] } = options
    const { compress = true, dense = true, withInfo = false, hasLocationsOnWays = false } = options
    this.#sink = sink
    this.#options = { features, compress, dense, withInfo, hasLocationsOnWays }
    const optional = hasLocationsOnWays ? ['LocationsOnWays'] : []
    sink(fileBlock('OSMHeader', headerBlock(features, optional, bbox, timestamp), compress))
  }

  /** Adds a node at a position in degrees. */
  node(id: number, lng: number, lat: number, tags: Tags = {}): void {
    if (this.#ways.length + this.#relations.length > 0 || this.#nodes.length === PER_BLOCK) this.finish()
    this.#nodes.push({ id, lng: Math.round(lng * 1e7), lat: Math.round(lat * 1e7), tags })
  }

  /** Adds a way. @param at longitude and latitude of each node in degrees, for a file with locations on ways */
  way(id: number, refs: readonly number[], tags: Tags = {}, at: readonly number[] = []): void {
    if (this.#nodes.length + this.#relations.length > 0 || this.#ways.length === PER_BLOCK) this.finish()
    this.#ways.push({ id, refs, tags, at: at.map((degrees) => Math.round(degrees * 1e7)) })
  }

  relation(id: number, members: readonly Member[], tags: Tags = {}): void {
    if (this.#nodes.length + this.#ways.length > 0 || this.#relations.length === PER_BLOCK) this.finish()
    this.#relations.push({ id, members, tags })
  }

  /** Writes the elements that are not written yet as a block. */
  finish(): void {
    const elements = [...this.#nodes, ...this.#ways, ...this.#relations]
    if (elements.length === 0) return
    const strings = new Strings()
    const group = new PbfWriter()
    if (this.#options.dense && this.#nodes.length > 0)
      group.writeMessage(2, this.#writeDense, { nodes: this.#nodes, strings })
    else for (const node of this.#nodes) group.writeMessage(1, writeNode, { node, strings })
    for (const way of this.#ways) group.writeMessage(3, this.#writeWay, { way, strings })
    for (const relation of this.#relations) group.writeMessage(4, this.#writeRelation, { relation, strings })
    const block = new PbfWriter()
    block.writeMessage(
      1,
      (list: readonly string[], pbf: PbfWriter) => {
        for (const text of list) pbf.writeStringField(1, text)
      },
      strings.list
    )
    block.writeBytesField(2, group.finish())
    this.#sink(fileBlock('OSMData', block.finish(), this.#options.compress))
    this.#nodes = []
    this.#ways = []
    this.#relations = []
  }

  #writeDense = ({ nodes, strings }: { nodes: readonly Node[]; strings: Strings }, pbf: PbfWriter): void => {
    pbf.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)))
    if (this.#options.withInfo) {
      pbf.writeMessage(
        5,
        (count: number, info: PbfWriter) => {
          info.writePackedVarint(
            1,
            Array.from({ length: count }, () => 1 + Math.floor(this.#random() * 4))
          )
          info.writePackedSVarint(2, this.#stamps(count, 3e6))
          info.writePackedSVarint(3, this.#stamps(count, 2e5))
        },
        nodes.length
      )
    }
    pbf.writePackedSVarint(8, deltas(nodes.map(({ lat }) => lat)))
    pbf.writePackedSVarint(9, deltas(nodes.map(({ lng }) => lng)))
    const keysValues = nodes.flatMap(({ tags }) => [
      ...Object.entries(tags)
        .flat()
        .map((text) => strings.of(text)),
      0
    ])
    if (keysValues.some((index) => index > 0)) pbf.writePackedVarint(10, keysValues)
  }

  /**
   * Returns random differences between the numbers (such as times) of neighbouring elements. Most are zero, as in a real file,
   * where neighbours were mostly edited together.
   */
  #stamps(count: number, spread: number): number[] {
    return Array.from({ length: count }, () => (this.#random() < 0.7 ? 0 : Math.floor((this.#random() - 0.5) * spread)))
  }

  #writeWay = ({ way, strings }: { way: Way; strings: Strings }, pbf: PbfWriter): void => {
    writeElement(pbf, way, strings)
    this.#writeInfo(pbf)
    pbf.writePackedSVarint(8, deltas(way.refs))
    if (!this.#options.hasLocationsOnWays) return
    pbf.writePackedSVarint(9, deltas(way.at.filter((_, i) => i % 2 === 1)))
    pbf.writePackedSVarint(10, deltas(way.at.filter((_, i) => i % 2 === 0)))
  }

  #writeRelation = ({ relation, strings }: { relation: Relation; strings: Strings }, pbf: PbfWriter): void => {
    const { members } = relation
    writeElement(pbf, relation, strings)
    this.#writeInfo(pbf)
    pbf.writePackedVarint(
      8,
      members.map(({ role }) => strings.of(role))
    )
    pbf.writePackedSVarint(9, deltas(members.map(({ id }) => id)))
    pbf.writePackedVarint(
      10,
      members.map(({ type }) => MEMBER_TYPES.indexOf(type))
    )
  }

  #writeInfo(pbf: PbfWriter): void {
    if (!this.#options.withInfo) return
    pbf.writeMessage(
      4,
      (_: null, info: PbfWriter) => {
        info.writeVarintField(1, 1 + Math.floor(this.#random() * 4))
        info.writeVarintField(2, 1.4e9 + Math.floor(this.#random() * 3e8))
        info.writeVarintField(3, 1e7 + Math.floor(this.#random() * 1e8))
      },
      null
    )
  }
}

/** The texts of a block by number. Number 0 is not used for a text, because it ends lists. */
class Strings {
  readonly list = ['']
  readonly #known = new Map<string, number>()

  of(text: string): number {
    let index = this.#known.get(text)
    if (index === undefined) {
      index = this.list.push(text) - 1
      this.#known.set(text, index)
    }
    return index
  }
}

function writeNode({ node, strings }: { node: Node; strings: Strings }, pbf: PbfWriter): void {
  pbf.writeSVarintField(1, node.id)
  writeTags(pbf, node.tags, strings)
  pbf.writeSVarintField(8, node.lat)
  pbf.writeSVarintField(9, node.lng)
}

function writeElement(pbf: PbfWriter, { id, tags }: Element, strings: Strings): void {
  pbf.writeVarintField(1, id)
  writeTags(pbf, tags, strings)
}

function writeTags(pbf: PbfWriter, tags: Tags, strings: Strings): void {
  pbf.writePackedVarint(
    2,
    Object.keys(tags).map((text) => strings.of(text))
  )
  pbf.writePackedVarint(
    3,
    Object.values(tags).map((text) => strings.of(text))
  )
}

function deltas(values: readonly number[]): number[] {
  return values.map((value, i) => value - (values[i - 1] ?? 0))
}

function headerBlock(
  features: readonly string[],
  optional: readonly string[],
  bbox?: Box,
  timestamp?: number
): Uint8Array {
  const pbf = new PbfWriter()
  if (bbox) {
    const [west, south, east, north] = bbox
    pbf.writeMessage(
      1,
      (sides: readonly number[], box: PbfWriter) => {
        for (const [i, side] of sides.entries()) box.writeSVarintField(i + 1, Math.round(side * 1e9))
      },
      [west, east, north, south]
    )
  }
  for (const feature of features) pbf.writeStringField(4, feature)
  for (const feature of optional) pbf.writeStringField(5, feature)
  if (timestamp !== undefined) pbf.writeVarintField(32, timestamp)
  return pbf.finish()
}

/** Returns a block of the file as bytes: length of its header, header, content. */
export function fileBlock(type: string, data: Uint8Array, compress = true): Uint8Array {
  const blob = new PbfWriter()
  if (compress) {
    blob.writeVarintField(2, data.length)
    blob.writeBytesField(3, deflateSync(data))
  } else blob.writeBytesField(1, data)
  const content = blob.finish()
  const header = new PbfWriter()
  header.writeStringField(1, type)
  header.writeVarintField(3, content.length)
  const head = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, content])
}
