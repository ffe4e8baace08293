import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'

const block = 512

const field = (header: Buffer, from: number, length: number): string =>
  header.toString('latin1', from, from + length).split('\0', 1)[0] ?? ''

/**
 * Unpacks the folders and plain files of a tar archive, the only kinds of entries in PGlite's dumps.
 *
 * @throws Error if an entry's path would leave the folder.
 */
export async function unpack(archive: Buffer, folder: string): Promise<void> {
  const writes: Promise<void>[] = []
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + block)
    const prefix = field(header, 345, 155)
    const name = (prefix ? `${prefix}/` : '') + field(header, 0, 100)
    const size = Number.parseInt(field(header, 124, 12).trim() || '0', 8)
    const path = normalize(join(folder, name))
    if (path !== folder && !path.startsWith(folder + sep) && path !== `${folder}${sep}`)
      throw new Error(`${name} leaves the folder`)
    const isFolder = field(header, 156, 1) === '5' || name.endsWith('/')
    await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (!isFolder) writes.push(writeFile(path, archive.subarray(at + block, at + block + size), { mode: 0o600 }))
    at += block + Math.ceil(size / block) * block
  }
  await Promise.all(writes)
}

function header(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(block)
  bytes.write(name, 0)
  bytes.write('0000644\0', 100)
  bytes.write('0000000\0', 108)
  bytes.write('0000000\0', 116)
  bytes.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  bytes.write('00000000000\0', 136)
  bytes.write('        ', 148)
  bytes.write('0', 156)
  bytes.write('ustar\0', 257)
  bytes.write('00', 263)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

/** Packs small files into a tar archive. */
export function pack(files: readonly { name: string; content: string }[]): Buffer {
  const parts = files.flatMap(({ name, content }) => {
    const bytes = Buffer.from(content)
    return [header(name, bytes.length), bytes, Buffer.alloc((block - (bytes.length % block)) % block)]
  })
  return Buffer.concat([...parts, Buffer.alloc(block * 2)])
}
