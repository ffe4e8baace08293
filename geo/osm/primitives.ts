import { PbfReader } from 'pbf'
import { ImportError } from './blocks.ts'

export type Tags = Readonly<Record<string, string>>

export interface Member {
  type: 'node' | 'way' | 'relation'
  id: number
  role: string
}

/** Receives what a block holds. Coordinates are whole units of 1e-7 degrees. */
export interface Visitor {
  node(id: number, lng: number, lat: number, tags: Tags | null): void
  way(id: number, refs: readonly number[], tags: Tags): void
  relation(id: number, members: readonly Member[], tags: Tags): void
}

export interface Header {
  /** [west, south, east, north] in degrees, when the file states it. */
  bbox: [number, number, number, number] | null
  /** ISO date of the data, when the file states it. */
  date: string | null
}

const MEMBER_TYPES = ['node', 'way', 'relation'] as const
const SUPPORTED = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** Reads the header block. @throws {ImportError} when the file needs a feature we lack. */
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

/** Decodes one data block and hands its elements to the visitor. */
export function readPrimitives(data: Uint8Array, visitor: Visitor): void {
  const strings: string[] = []
  const groups: Uint8Array[] = []
  let granularity = 100
  let latOffset = 0
  let lngOffset = 0
  new PbfReader(data).readFields((tag, _, pbf) => {
    if (tag === 1) pbf.readMessage((inner, list, table) => inner === 1 && list.push(table.readString()), strings)
    else if (tag === 2) groups.push(pbf.readBytes())
    else if (tag === 17) granularity = pbf.readVarint()
    else if (tag === 19) latOffset = pbf.readVarint(true)
    else if (tag === 20) lngOffset = pbf.readVarint(true)
  }, null)

  const lat = (value: number) => Math.round((latOffset + granularity * value) / 100)
  const lng = (value: number) => Math.round((lngOffset + granularity * value) / 100)
  const text = (index: number) => strings[index] ?? ''

  for (const group of groups) {
    new PbfReader(group).readFields((tag, _, pbf) => {
      if (tag === 1) readNode(pbf)
      else if (tag === 2) readDense(pbf)
      else if (tag === 3) readWay(pbf)
      else if (tag === 4) readRelation(pbf)
    }, null)
  }

  function tagsOf(keys: readonly number[], values: readonly number[]): Record<string, string> {
    const tags: Record<string, string> = {}
    for (let i = 0; i < keys.length; i++) tags[text(keys[i] ?? 0)] = text(values[i] ?? 0)
    return tags
  }

  function readNode(pbf: PbfReader): void {
    const node = { id: 0, keys: [] as number[], values: [] as number[], lat: 0, lng: 0 }
    pbf.readMessage((tag, result, inner) => {
      if (tag === 1) result.id = inner.readSVarint()
      else if (tag === 2) inner.readPackedVarint(result.keys)
      else if (tag === 3) inner.readPackedVarint(result.values)
      else if (tag === 8) result.lat = inner.readSVarint()
      else if (tag === 9) result.lng = inner.readSVarint()
    }, node)
    visitor.node(node.id, lng(node.lng), lat(node.lat), node.keys.length ? tagsOf(node.keys, node.values) : null)
  }

  function readDense(pbf: PbfReader): void {
    const dense = { ids: [] as number[], lats: [] as number[], lngs: [] as number[], keysValues: [] as number[] }
    pbf.readMessage((tag, result, inner) => {
      if (tag === 1) inner.readPackedSVarint(result.ids)
      else if (tag === 8) inner.readPackedSVarint(result.lats)
      else if (tag === 9) inner.readPackedSVarint(result.lngs)
      else if (tag === 10) inner.readPackedVarint(result.keysValues)
    }, dense)
    let id = 0
    let y = 0
    let x = 0
    let cursor = 0
    for (let i = 0; i < dense.ids.length; i++) {
      id += dense.ids[i] ?? 0
      y += dense.lats[i] ?? 0
      x += dense.lngs[i] ?? 0
      let tags: Record<string, string> | null = null
      // Keys and values of all nodes stand in one list; a zero ends each node's part.
      for (; cursor < dense.keysValues.length; cursor += 2) {
        const key = dense.keysValues[cursor]
        if (!key) break
        tags ??= {}
        tags[text(key)] = text(dense.keysValues[cursor + 1] ?? 0)
      }
      cursor++
      visitor.node(id, lng(x), lat(y), tags)
    }
  }

  function readWay(pbf: PbfReader): void {
    const way = { id: 0, keys: [] as number[], values: [] as number[], refs: [] as number[] }
    pbf.readMessage((tag, result, inner) => {
      if (tag === 1) result.id = inner.readVarint()
      else if (tag === 2) inner.readPackedVarint(result.keys)
      else if (tag === 3) inner.readPackedVarint(result.values)
      else if (tag === 8) inner.readPackedSVarint(result.refs)
    }, way)
    visitor.way(way.id, sums(way.refs), tagsOf(way.keys, way.values))
  }

  function readRelation(pbf: PbfReader): void {
    const relation = {
      id: 0,
      keys: [] as number[],
      values: [] as number[],
      roles: [] as number[],
      ids: [] as number[],
      types: [] as number[]
    }
    pbf.readMessage((tag, result, inner) => {
      if (tag === 1) result.id = inner.readVarint()
      else if (tag === 2) inner.readPackedVarint(result.keys)
      else if (tag === 3) inner.readPackedVarint(result.values)
      else if (tag === 8) inner.readPackedVarint(result.roles)
      else if (tag === 9) inner.readPackedSVarint(result.ids)
      else if (tag === 10) inner.readPackedVarint(result.types)
    }, relation)
    const members = sums(relation.ids).map((id, i) => ({
      type: MEMBER_TYPES[relation.types[i] ?? 0] ?? 'node',
      id,
      role: text(relation.roles[i] ?? 0)
    }))
    visitor.relation(relation.id, members, tagsOf(relation.keys, relation.values))
  }
}

/** Undoes delta coding. */
function sums(deltas: readonly number[]): number[] {
  let total = 0
  return deltas.map((delta) => (total += delta))
}
