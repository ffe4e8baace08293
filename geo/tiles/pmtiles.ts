import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { gzip } from './gzip.ts'

export interface Tile {
  z: number
  x: number
  y: number
  /** The tile's content: a gzipped vector tile. */
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
// Largest root directory in bytes: readers first fetch 16 KB, which have to contain the header and the root directory.
const ROOT_LIMIT = 16384 - HEADER_BYTES
const GZIP = 2
const MVT = 1

/**
 * Writes a clustered PMTiles v3 archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Equal tiles are
 * stored once. The same tiles give the same bytes, in whatever order they are added. Until `finish` the tiles are in a
 * temporary file beside the archive, so that memory does not grow with the region.
 */
export class PmtilesWriter {
  readonly #path: string
  readonly #spool: number
  readonly #tiles: Entry[] = []
  /** By hash of a tile's content: where the content is in the temporary file. */
  readonly #known = new Map<string, { offset: number; length: number }>()
  #spooled = 0

  constructor(path: string) {
    this.#path = path
    this.#spool = openSync(`${path}.spool`, 'w+')
  }

  get count(): number {
    return this.#tiles.length
  }

  add(tile: Tile): void {
    const hash = createHash('sha256').update(tile.data).digest('base64')
    let place = this.#known.get(hash)
    if (!place) {
      place = { offset: this.#spooled, length: tile.data.length }
      this.#known.set(hash, place)
      writeAll(this.#spool, tile.data)
      this.#spooled += place.length
    }
    this.#tiles.push({ id: tileId(tile), ...place, run: 1 })
  }

  /** Writes the archive from the tiles in the temporary file. */
  finish(info: ArchiveInfo): void {
    const { entries, contents } = this.#arrange()
    const { root, leaves } = directories(entries)
    const metadata = gzip(new TextEncoder().encode(JSON.stringify(info.metadata)))
    const counts = [this.#tiles.length, entries.length, contents.length]
    const archive = openSync(this.#path, 'w')
    try {
      writeAll(archive, headerOf(info, [root.length, metadata.length, leaves.length, this.#spooled], counts))
      for (const part of [root, metadata, leaves]) writeAll(archive, part)
      for (const { offset, length } of contents) {
        const data = new Uint8Array(length)
        readSync(this.#spool, data, 0, length, offset)
        writeAll(archive, data)
      }
    } finally {
      closeSync(archive)
    }
  }

  /** Removes the temporary file. Call it after success and after failure. */
  close(): void {
    closeSync(this.#spool)
    rmSync(`${this.#path}.spool`)
  }

  /**
   * Returns the tiles in the order of their ids, with runs of equal tiles as one entry, and the contents in order of first use.
   */
  #arrange(): { entries: Entry[]; contents: { offset: number; length: number }[] } {
    const entries: Entry[] = []
    const contents: { offset: number; length: number }[] = []
    const arranged = new Map<number, number>()
    let size = 0
    for (const { id, offset: spooled, length } of this.#tiles.sort((a, b) => a.id - b.id)) {
      let offset = arranged.get(spooled)
      if (offset === undefined) {
        offset = size
        size += length
        arranged.set(spooled, offset)
        contents.push({ offset: spooled, length })
      }
      const last = entries.at(-1)
      if (last && last.id + last.run === id && last.offset === offset) last.run++
      else entries.push({ id, offset, length, run: 1 })
    }
    return { entries, contents }
  }
}

function headerOf(info: ArchiveInfo, lengths: readonly number[], counts: readonly number[]): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES)
  const view = new DataView(header.buffer)
  header.set(new TextEncoder().encode('PMTiles'), 0)
  view.setUint8(7, 3)
  const offset = (part: number) => lengths.slice(0, part).reduce((sum, length) => sum + length, HEADER_BYTES)
  const words = lengths.flatMap((length, part) => [offset(part), length])
  for (const [i, word] of [...words, ...counts].entries()) view.setBigUint64(8 + i * 8, BigInt(word), true)
  header.set([1, GZIP, GZIP, MVT, info.minZoom, info.maxZoom], 96)
  const e7 = (degrees: number) => Math.round(degrees * 1e7)
  for (const [i, degrees] of info.bbox.entries()) view.setInt32(102 + i * 4, e7(degrees), true)
  view.setUint8(118, info.centerZoom)
  for (const [i, degrees] of info.center.entries()) view.setInt32(119 + i * 4, e7(degrees), true)
  return header
}

function writeAll(fd: number, data: Uint8Array): void {
  for (let at = 0; at < data.length; ) at += writeSync(fd, data, at)
}

/**
 * Returns the tile directory: a root with all entries if it fits `ROOT_LIMIT`, else a root with pointers to leaf directories.
 */
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

/** Returns the id of a tile: its position along the Hilbert curves of all zooms, which follow one another. */
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
