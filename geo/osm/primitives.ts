import { PbfReader } from 'pbf'
import { ImportError } from './blocks.ts'

export type Tags = Readonly<Record<string, string>>

export interface Member {
  type: 'node' | 'way' | 'relation'
  id: number
  role: string
}

/**
 * Receives the elements of a block. Elements of a kind without a method are skipped. Coordinates are in units of 1e-7 degrees.
 */
export interface Visitor {
  node?(id: number, lng: number, lat: number, tags: Tags | null): void
  /** @param at positions of the nodes, longitude and latitude in turn, if the file has them on its ways */
  way?(id: number, refs: readonly number[], tags: Tags, at: readonly number[] | null): void
  relation?(id: number, members: readonly Member[], tags: Tags): void
}

export const KINDS = ['node', 'way', 'relation'] as const
export type Kind = (typeof KINDS)[number]

export interface Header {
  /** Box [west, south, east, north] in degrees that the file's header states; null if it states none. */
  bbox: [number, number, number, number] | null
  /** Date of the data (ISO) that the file's header states; null if it states none. */
  date: string | null
}

const SUPPORTED = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** Reads the header block. @throws {ImportError} if the file requires an unsupported feature. */
export function readHeader(data: Uint8Array): Header {
  return new PbfReader(data).readFields<Header>(
    (tag, header, pbf) => {
      if (tag === 1) {
        const [west = 0, east = 0, north = 0, south = 0] = readBox(pbf)
        header.bbox = [west / 1e9, south / 1e9, east / 1e9, north / 1e9]
      } else if (tag === 4) {
        const feature = pbf.readString()
        if (!SUPPORTED.has(feature)) throw new ImportError(`the file needs "${feature}", which is not supported`)
      } else if (tag === 32) header.date = new Date(pbf.readVarint() * 1000).toISOString().slice(0, 10)
    },
    { bbox: null, date: null }
  )
}

function readBox(pbf: PbfReader): number[] {
  return pbf.readMessage<number[]>((tag, box, inner) => {
    if (tag >= 1 && tag <= 4) box[tag - 1] = inner.readSVarint()
  }, [])
}

/** Data at the beginning of a block that is needed to decode its elements. */
interface Context {
  strings: string[]
  granularity: number
  latOffset: number
  lngOffset: number
}

// Kind of the elements in a group, by the number of the group's protobuf field.
const GROUP_KINDS: Record<number, Kind> = { 1: 'node', 2: 'node', 3: 'way', 4: 'relation' }

/** Decodes one data block and passes its elements to the visitor. Returns the kinds of elements in the block. */
export function readPrimitives(data: Uint8Array, visitor: Visitor): ReadonlySet<Kind> {
  const context: Context = { strings: [], granularity: 100, latOffset: 0, lngOffset: 0 }
  const groups: Uint8Array[] = []
  new PbfReader(data).readFields((tag, into, pbf) => {
    if (tag === 1) pbf.readMessage((inner, list, table) => inner === 1 && list.push(table.readString()), into.strings)
    else if (tag === 2) groups.push(pbf.readBytes())
    else if (tag === 17) into.granularity = pbf.readVarint()
    else if (tag === 19) into.latOffset = pbf.readVarint(true)
    else if (tag === 20) into.lngOffset = pbf.readVarint(true)
  }, context)
  if (context.strings.length === 0 && groups.length === 0) throw new RangeError('no table of texts')
  const kinds = new Set<Kind>()
  for (const group of groups) {
    new PbfReader(group).readFields((tag, _, pbf) => {
      const kind = GROUP_KINDS[tag]
      if (!kind) return
      kinds.add(kind)
      if (!visitor[kind]) return
      if (tag === 1) readNode(pbf, context, visitor)
      else if (tag === 2) readDense(pbf, context, visitor)
      else if (tag === 3) readWay(pbf, context, visitor)
      else readRelation(pbf, context, visitor)
    }, null)
  }
  return kinds
}

function toLat({ latOffset, granularity }: Context, value: number): number {
  return within(Math.round((latOffset + granularity * value) / 100), 90e7)
}

function toLng({ lngOffset, granularity }: Context, value: number): number {
  return within(Math.round((lngOffset + granularity * value) / 100), 180e7)
}

function within(value: number, limit: number): number {
  if (Math.abs(value) <= limit) return value
  throw new RangeError('a coordinate is outside the world')
}

function textAt({ strings }: Context, index: number | undefined): string {
  const text = strings[index ?? -1]
  if (text === undefined) throw new RangeError('a text is not in the table')
  return text
}

function tagsOf(context: Context, keys: readonly number[], values: readonly number[]): Record<string, string> {
  const tags: Record<string, string> = {}
  for (let i = 0; i < keys.length; i++) tags[textAt(context, keys[i])] = textAt(context, values[i])
  return tags
}

function readNode(pbf: PbfReader, context: Context, visitor: Visitor): void {
  const node = { id: 0, keys: [] as number[], values: [] as number[], lat: 0, lng: 0 }
  pbf.readMessage((tag, result, inner) => {
    if (tag === 1) result.id = inner.readSVarint()
    else if (tag === 2) inner.readPackedVarint(result.keys)
    else if (tag === 3) inner.readPackedVarint(result.values)
    else if (tag === 8) result.lat = inner.readSVarint()
    else if (tag === 9) result.lng = inner.readSVarint()
  }, node)
  const tags = node.keys.length ? tagsOf(context, node.keys, node.values) : null
  visitor.node?.(node.id, toLng(context, node.lng), toLat(context, node.lat), tags)
}

function readDense(pbf: PbfReader, context: Context, visitor: Visitor): void {
  const dense = { ids: [] as number[], lats: [] as number[], lngs: [] as number[], keysValues: [] as number[] }
  pbf.readMessage((tag, result, inner) => {
    if (tag === 1) inner.readPackedSVarint(result.ids)
    else if (tag === 8) inner.readPackedSVarint(result.lats)
    else if (tag === 9) inner.readPackedSVarint(result.lngs)
    else if (tag === 10) inner.readPackedVarint(result.keysValues)
  }, dense)
  const { ids, lats, lngs, keysValues } = dense
  if (lats.length !== ids.length || lngs.length !== ids.length) throw new RangeError('a node lacks its place')
  let id = 0
  let y = 0
  let x = 0
  let cursor = 0
  for (let i = 0; i < ids.length; i++) {
    id += ids[i] as number
    y += lats[i] as number
    x += lngs[i] as number
    let tags: Record<string, string> | null = null
    // Keys and values of all nodes are in one list, in which a zero ends the tags of each node.
    for (; cursor < keysValues.length; cursor += 2) {
      const key = keysValues[cursor]
      if (!key) break
      tags ??= {}
      tags[textAt(context, key)] = textAt(context, keysValues[cursor + 1])
    }
    cursor++
    visitor.node?.(id, toLng(context, x), toLat(context, y), tags)
  }
}

function readWay(pbf: PbfReader, context: Context, visitor: Visitor): void {
  const way = {
    id: 0,
    keys: [] as number[],
    values: [] as number[],
    refs: [] as number[],
    lats: [] as number[],
    lngs: [] as number[]
  }
  pbf.readMessage((tag, result, inner) => {
    if (tag === 1) result.id = inner.readVarint(true)
    else if (tag === 2) inner.readPackedVarint(result.keys)
    else if (tag === 3) inner.readPackedVarint(result.values)
    else if (tag === 8) inner.readPackedSVarint(result.refs)
    else if (tag === 9) inner.readPackedSVarint(result.lats)
    else if (tag === 10) inner.readPackedSVarint(result.lngs)
  }, way)
  visitor.way?.(way.id, sums(way.refs), tagsOf(context, way.keys, way.values), positionsOf(context, way))
}

/** Returns the positions that a file with `LocationsOnWays` has on its ways; null if there are none. */
function positionsOf(context: Context, way: { refs: number[]; lats: number[]; lngs: number[] }): number[] | null {
  if (way.lats.length === 0) return null
  if (way.lats.length !== way.refs.length || way.lngs.length !== way.refs.length) {
    throw new RangeError('a node of a way lacks its place')
  }
  const [lats, lngs] = [sums(way.lats), sums(way.lngs)]
  return lats.flatMap((lat, i) => [toLng(context, lngs[i] as number), toLat(context, lat)])
}

function readRelation(pbf: PbfReader, context: Context, visitor: Visitor): void {
  const relation = {
    id: 0,
    keys: [] as number[],
    values: [] as number[],
    roles: [] as number[],
    ids: [] as number[],
    types: [] as number[]
  }
  pbf.readMessage((tag, result, inner) => {
    if (tag === 1) result.id = inner.readVarint(true)
    else if (tag === 2) inner.readPackedVarint(result.keys)
    else if (tag === 3) inner.readPackedVarint(result.values)
    else if (tag === 8) inner.readPackedVarint(result.roles)
    else if (tag === 9) inner.readPackedSVarint(result.ids)
    else if (tag === 10) inner.readPackedVarint(result.types)
  }, relation)
  const members = sums(relation.ids).map((id, i) => ({
    type: KINDS[relation.types[i] ?? 0] ?? 'node',
    id,
    role: textAt(context, relation.roles[i])
  }))
  visitor.relation?.(relation.id, members, tagsOf(context, relation.keys, relation.values))
}

/** Undoes delta coding: returns the running totals of the differences. */
function sums(deltas: readonly number[]): number[] {
  let total = 0
  return deltas.map((delta) => (total += delta))
}
