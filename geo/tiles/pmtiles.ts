import { createHash } from 'node:crypto'
import { gzip } from './gzip.ts'

export interface Tile {
  z: number
  x: number
  y: number
  /** Gzipped vector tile. */
  data: Uint8Array
}

export interface ArchiveInfo {
  bbox: readonly [number, number, number, number]
  center: readonly [number, number]
  centerZoom: number
  minZoom: number
  maxZoom: number
  metadata: Record<string, unknown>
}

interface Entry {
  id: number
  offset: number
  length: number
  run: number
}

const HEADER_BYTES = 127
// Readers fetch the first 16 KB: header and root directory have to fit.
const ROOT_LIMIT = 16384 - HEADER_BYTES
const GZIP = 2
const MVT = 1

/**
 * Writes a clustered PMTiles v3 archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Equal tiles
 * are stored once; the same input gives the same bytes.
 */
export function writePmtiles(tiles: readonly Tile[], info: ArchiveInfo): Uint8Array {
  const sorted = tiles.map((tile) => ({ id: tileId(tile), data: tile.data })).sort((a, b) => a.id - b.id)
  const entries: Entry[] = []
  const contents: Uint8Array[] = []
  const known = new Map<string, { offset: number; length: number }>()
  let offset = 0
  for (const { id, data } of sorted) {
    const hash = createHash('sha256').update(data).digest('base64')
    let place = known.get(hash)
    if (!place) {
      place = { offset, length: data.length }
      known.set(hash, place)
      contents.push(data)
      offset += data.length
    }
    const last = entries.at(-1)
    if (last && last.id + last.run === id && last.offset === place.offset) last.run++
    else entries.push({ id, ...place, run: 1 })
  }

  const { root, leaves } = directories(entries)
  const metadata = gzip(new TextEncoder().encode(JSON.stringify(info.metadata)))
  const rootAt = HEADER_BYTES
  const metadataAt = rootAt + root.length
  const leavesAt = metadataAt + metadata.length
  const dataAt = leavesAt + leaves.length

  const header = new Uint8Array(HEADER_BYTES)
  const view = new DataView(header.buffer)
  header.set(new TextEncoder().encode('PMTiles'), 0)
  view.setUint8(7, 3)
  const counts = [tiles.length, entries.length, contents.length]
  const words = [rootAt, root.length, metadataAt, metadata.length, leavesAt, leaves.length, dataAt, offset, ...counts]
  for (const [i, word] of words.entries()) view.setBigUint64(8 + i * 8, BigInt(word), true)
  header.set([1, GZIP, GZIP, MVT, info.minZoom, info.maxZoom], 96)
  const e7 = (degrees: number) => Math.round(degrees * 1e7)
  for (const [i, degrees] of info.bbox.entries()) view.setInt32(102 + i * 4, e7(degrees), true)
  view.setUint8(118, info.centerZoom)
  for (const [i, degrees] of info.center.entries()) view.setInt32(119 + i * 4, e7(degrees), true)
  return new Uint8Array(Buffer.concat([header, root, metadata, leaves, ...contents]))
}

/** One directory where it fits the first read, else leaves of equal size under a root. */
function directories(entries: readonly Entry[]): { root: Uint8Array; leaves: Uint8Array } {
  const whole = directory(entries)
  if (whole.length <= ROOT_LIMIT) return { root: whole, leaves: new Uint8Array() }
  for (let size = 4096; ; size *= 2) {
    const pointers: Entry[] = []
    const leaves: Uint8Array[] = []
    let offset = 0
    for (let i = 0; i < entries.length; i += size) {
      const leaf = directory(entries.slice(i, i + size))
      pointers.push({ id: entries[i]?.id ?? 0, offset, length: leaf.length, run: 0 })
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = directory(pointers)
    if (root.length <= ROOT_LIMIT) return { root, leaves: Buffer.concat(leaves) }
  }
}

function directory(entries: readonly Entry[]): Uint8Array {
  const bytes: number[] = []
  varint(bytes, entries.length)
  let last = 0
  for (const { id } of entries) {
    varint(bytes, id - last)
    last = id
  }
  for (const { run } of entries) varint(bytes, run)
  for (const { length } of entries) varint(bytes, length)
  entries.forEach(({ offset }, i) => {
    const before = entries[i - 1]
    varint(bytes, before && before.offset + before.length === offset ? 0 : offset + 1)
  })
  return gzip(Uint8Array.from(bytes))
}

function varint(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** Position of a tile on the Hilbert curves of all zooms, one after the other. */
export function tileId({ z, x, y }: { z: number; x: number; y: number }): number {
  let id = (4 ** z - 1) / 3
  let cx = x
  let cy = y
  for (let s = 2 ** (z - 1); s >= 1; s /= 2) {
    const rx = (cx & s) > 0 ? 1 : 0
    const ry = (cy & s) > 0 ? 1 : 0
    id += s * s * ((3 * rx) ^ ry)
    if (ry === 0) {
      if (rx === 1) {
        cx = s - 1 - cx
        cy = s - 1 - cy
      }
      ;[cx, cy] = [cy, cx]
    }
    cx &= s - 1
    cy &= s - 1
  }
  return id
}
