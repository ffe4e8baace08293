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
    await refuseOtherFormat(file, path)
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

/** What other formats begin with, what they are called, and what makes a PBF of them. */
const FORMATS: [begins: string | RegExp, name: string, convert: (path: string) => string][] = [
  ['\x1f\x8b', 'compressed by gzip', unpack('gunzip')],
  ['BZh', 'compressed by bzip2', unpack('bunzip2')],
  ['\xfd7zXZ', 'compressed by xz', unpack('unxz')],
  ['\x28\xb5\x2f\xfd', 'compressed by zstd', unpack('unzstd')],
  ['PK\x03\x04', 'a ZIP archive', (path) => `unzip ${quoted(path)}`],
  ['\xff\xe0\x04o5', 'in the format O5M', osmium],
  [/^(\xef\xbb\xbf)?\s*<(\?xml[^>]*>\s*<osm|osm\b|osmChange)/, 'OpenStreetMap XML', osmium],
  [/^[nwrc]-?\d+ [vdctiuTxyNMl]/, 'in the format OPL', osmium]
]

function osmium(path: string): string {
  const stem = path
    .replace(/\.(gz|bz2)$/i, '')
    .replace(/\.(xml|osm|osc|opl|o5m)$/i, '')
    .replace(/\.osm$/i, '')
  return `osmium cat ${quoted(path)} -o ${quoted(`${stem}.osm.pbf`)}`
}

/** Osmium reads compressed XML and OPL as they are, if their name tells. A compressed PBF has to be unpacked. */
function unpack(program: string): (path: string) => string {
  return (path) => {
    if (/\.(xml|osm|osc|opl)\.(gz|bz2)$/i.test(path)) return osmium(path)
    if (/\.(gz|bz2|xz|zst)$/i.test(path)) return `${program} ${quoted(path)}`
    return `${program} -c ${quoted(path)} > ${quoted(`${path}.unpacked`)}`
  }
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

/** Refuses a file of another format, and says how to convert it. */
async function refuseOtherFormat(file: FileHandle, path: string): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0)
  const start = buffer.toString('latin1', 0, bytesRead)
  const [, name, convert] =
    FORMATS.find(([begins]) => (typeof begins === 'string' ? start.startsWith(begins) : begins.test(start))) ?? []
  if (name && convert) throw new ImportError(`${path} is ${name}, not PBF. Convert it first: ${convert(path)}`)
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
  if (isLikeKnown(header.type)) throw damaged(path)
  return { ...header, length: 4 + length }
}

const KNOWN = ['OSMHeader', 'OSMData']

/** Whether a block's type is the name of a known one with some letters changed. Readers skip blocks of unknown types. */
function isLikeKnown(type: string): boolean {
  return KNOWN.some((known) => {
    const changed = [...known].filter((letter, i) => letter !== type[i]).length
    return known !== type && known.length === type.length && changed <= 4
  })
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
  const blob: { raw?: Uint8Array; zlib?: Uint8Array; size?: number; other?: boolean } = {}
  try {
    new PbfReader(data).readFields((tag, result, pbf) => {
      if (tag === 1) result.raw = pbf.readBytes()
      else if (tag === 2) result.size = pbf.readVarint()
      else if (tag === 3) result.zlib = pbf.readBytes()
      else if (tag >= 4 && tag <= 7) result.other = true
    }, blob)
    if (blob.raw) return blob.raw
    // Content above the format's limit means an attack or a damaged file: do not decompress it.
    if (blob.zlib) {
      const content = inflateSync(blob.zlib, { maxOutputLength: MAX_BLOB })
      if (blob.size !== undefined && blob.size !== content.length) throw damaged(path)
      return content
    }
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
