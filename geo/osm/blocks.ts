import { open } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { PbfReader } from 'pbf'

/** One decompressed block of an OSM PBF file. */
export interface Block {
  type: string
  data: Uint8Array
}

/** The input cannot be imported; the message is one line that a person can act on. */
export class ImportError extends Error {
  override name = 'ImportError'
}

// Limits of the format (https://wiki.openstreetmap.org/wiki/PBF_Format): anything larger is not a PBF file.
const MAX_HEADER = 64 * 1024
const MAX_BLOB = 32 * 1024 * 1024

/**
 * Streams the blocks of an OSM PBF file, one in memory at a time.
 *
 * @throws {ImportError} when the file is missing, truncated or no PBF
 */
export async function* readBlocks(path: string): AsyncGenerator<Block> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(`cannot read ${path}: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`)
  })
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw notPbf()
    const { size } = stat
    for (let position = 0; position < size; ) {
      const headerLength = (await take(4)).readUInt32BE(0)
      if (headerLength === 0 || headerLength > MAX_HEADER) throw notPbf()
      const header = readBlobHeader(await take(headerLength))
      if (!header.type || header.size > MAX_BLOB) throw notPbf()
      if (position === 4 + headerLength && header.type !== 'OSMHeader') throw notPbf()
      yield { type: header.type, data: inflateBlob(await take(header.size)) }

      async function take(length: number): Promise<Buffer> {
        if (position + length > size) {
          throw position === 0 ? notPbf() : new ImportError(`${path} ends in the middle of a block: download it again`)
        }
        const buffer = Buffer.allocUnsafe(length)
        await file.read(buffer, 0, length, position)
        position += length
        return buffer
      }
    }
    if (size === 0) throw notPbf()
  } finally {
    await file.close()
  }

  function notPbf(): ImportError {
    return new ImportError(`${path} is not an OpenStreetMap PBF file`)
  }

  function readBlobHeader(data: Uint8Array): { type: string; size: number } {
    try {
      return new PbfReader(data).readFields(
        (tag, result, pbf) => {
          if (tag === 1) result.type = pbf.readString()
          else if (tag === 3) result.size = pbf.readVarint()
        },
        { type: '', size: 0 }
      )
    } catch {
      throw notPbf()
    }
  }

  function inflateBlob(data: Uint8Array): Uint8Array {
    const blob = new PbfReader(data).readFields<{ raw?: Uint8Array; zlib?: Uint8Array }>((tag, result, pbf) => {
      if (tag === 1) result.raw = pbf.readBytes()
      else if (tag === 3) result.zlib = pbf.readBytes()
    }, {})
    if (blob.raw) return blob.raw
    if (!blob.zlib) throw new ImportError(`${path} is compressed by a method other than zlib: convert it with osmium`)
    try {
      return inflateSync(blob.zlib)
    } catch {
      throw new ImportError(`${path} holds a damaged block: download it again`)
    }
  }
}
