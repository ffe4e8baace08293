import { type FileHandle, open } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { PbfReader } from 'pbf'

/** One block of an OSM PBF file. */
export interface Block {
  type: string
  /** Position in the file (bytes) at which the block begins. */
  position: number
  /** Share of the file before this block, 0 to 1. */
  share: number
  /** Reads and decompresses the block's content; call it before requesting the next block. */
  read: () => Promise<Uint8Array>
}

/** Thrown if the input cannot be imported; the message is one line for the user. */
export class ImportError extends Error {
  override name = 'ImportError'
}

// Limits of the format in bytes (https://wiki.openstreetmap.org/wiki/PBF_Format): a file with a larger block is not a PBF file.
const MAX_HEADER = 64 * 1024
const MAX_BLOB = 32 * 1024 * 1024

/**
 * Streams the blocks of an OSM PBF file. Only one block is in memory at a time.
 *
 * @throws {ImportError} if the file is missing, truncated or no PBF
 */
export async function* readBlocks(path: string): AsyncGenerator<Block> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw cannotRead(path, error)
  })
  try {
    const size = await sizeOf(file, path)
    for (let position = 0; position < size; ) {
      const header = await readBlobHeader(file, path, position, size)
      const start = position + header.length
      const read = async () => inflateBlob(path, await take(file, path, start, header.size))
      position = start + header.size
      if (position > size) throw truncated(path)
      yield { type: header.type, position: start, share: position / size, read }
    }
  } finally {
    await file.close()
  }
}

/** Returns the error for a file that cannot be read, with a message for the user. */
export function cannotRead(path: string, { code, message }: NodeJS.ErrnoException): ImportError {
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'its rights forbid it'
  }
  return new ImportError(`cannot read ${path}: ${reasons[code ?? ''] ?? message}`)
}

async function sizeOf(file: FileHandle, path: string): Promise<number> {
  const stat = await file.stat()
  if (stat.isDirectory()) throw new ImportError(`cannot read ${path}: it is a folder`)
  if (!stat.isFile()) throw notPbf(path)
  if (stat.size === 0) throw new ImportError(`${path} is empty: download it again`)
  return stat.size
}

async function readBlobHeader(
  file: FileHandle,
  path: string,
  position: number,
  fileSize: number
): Promise<{ type: string; size: number; length: number }> {
  const isFirst = position === 0
  const wrong = () => (isFirst ? notPbf(path) : damaged(path))
  if (position + 4 > fileSize) throw isFirst ? notPbf(path) : truncated(path)
  const length = (await take(file, path, position, 4)).readUInt32BE(0)
  if (length === 0 || length > MAX_HEADER) throw wrong()
  if (position + 4 + length > fileSize) throw isFirst ? notPbf(path) : truncated(path)
  const data = await take(file, path, position + 4, length)
  const header = { type: '', size: -1 }
  try {
    new PbfReader(data).readFields((tag, result, pbf) => {
      if (tag === 1) result.type = pbf.readString()
      else if (tag === 3) result.size = pbf.readVarint()
    }, header)
  } catch {
    throw wrong()
  }
  if (!header.type || header.size < 0 || header.size > MAX_BLOB) throw wrong()
  if (isFirst && header.type !== 'OSMHeader') throw notPbf(path)
  return { ...header, length: 4 + length }
}

async function take(file: FileHandle, path: string, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(buffer, 0, length, position).catch((error: NodeJS.ErrnoException) => {
    throw cannotRead(path, error)
  })
  // Fewer bytes than expected mean that the file was truncated while we read it.
  if (bytesRead < length) throw truncated(path)
  return buffer
}

function inflateBlob(path: string, data: Uint8Array): Uint8Array {
  const blob: { raw?: Uint8Array; zlib?: Uint8Array; other?: boolean } = {}
  try {
    new PbfReader(data).readFields((tag, result, pbf) => {
      if (tag === 1) result.raw = pbf.readBytes()
      else if (tag === 3) result.zlib = pbf.readBytes()
      else if (tag >= 4 && tag <= 7) result.other = true
    }, blob)
    if (blob.raw) return blob.raw
    // Content above the format's limit means an attack or a damaged file: do not decompress it.
    if (blob.zlib) return inflateSync(blob.zlib, { maxOutputLength: MAX_BLOB })
  } catch {
    throw damaged(path)
  }
  if (!blob.other) throw damaged(path)
  throw new ImportError(`${path} is compressed by a method other than zlib: convert it with osmium`)
}

function notPbf(path: string): ImportError {
  return new ImportError(`${path} is not an OpenStreetMap PBF file`)
}

function damaged(path: string): ImportError {
  return new ImportError(`${path} holds a damaged block: download it again`)
}

function truncated(path: string): ImportError {
  return new ImportError(`${path} ends in the middle of a block: download it again`)
}
