import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { refusals } from './errors.ts'

/** Id, size and entity tag of bytes that are written to disk. */
export interface Stored {
  /** Id of the bytes; they become visible when a row of storage.objects contains it. */
  version: string
  size: number
  /** The HTTP entity tag in Supabase's format: the MD5 hash in quotes. */
  eTag: string
}

export interface Files {
  /**
   * Writes bytes under a new version. When this returns, a power failure cannot lose them.
   *
   * @throws StorageError above `limit` bytes.
   */
  write(body: AsyncIterable<Uint8Array>, limit: number): Promise<Stored>
  /** Moves a finished file into the storage, as the bytes of a version. */
  adopt(path: string, version: string): Promise<Stored>
  copy(version: string): Promise<string>
  /** Opens a version's bytes; `range` includes both `start` and `end`. @throws ENOENT if they are gone. */
  read(version: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>
  remove(versions: readonly (string | null)[]): Promise<void>
  /**
   * Removes incomplete bytes, and bytes whose version is not in `known` (the versions that rows contain). Returns how many
   * files were removed, and how many known versions lack their bytes.
   */
  sweep(known: ReadonlySet<string>): Promise<{ removed: number; missing: number }>
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Options for creating folders that only this user can access. Files get mode 0600. */
const privately = { recursive: true, mode: 0o700 }

/** Syncs a folder to disk, so that a rename in the folder survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('md5')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return `"${hash.digest('hex')}"`
}

/**
 * Stores the bytes of each object as a file that is named by its version, a UUID. So an object's name never reaches the file
 * system. Bytes are written in the folder `drafts`, synced, and moved to `objects` before a row refers to them. They are removed
 * after no row refers to them any more. A crash in between leaves bytes without a row, which the next start removes.
 */
export async function createFiles(folder: string): Promise<Files> {
  const drafts = join(folder, 'drafts')
  const objects = join(folder, 'objects')
  await Promise.all([mkdir(drafts, privately), mkdir(objects, privately)])
  const place = (version: string): string => {
    if (!uuid.test(version)) throw new Error('not a version')
    return join(objects, version.slice(0, 2), version)
  }

  async function settle(draft: string, version: string): Promise<void> {
    const target = join(objects, version.slice(0, 2))
    const made = await mkdir(target, privately)
    await rename(draft, place(version))
    await syncFolder(target)
    if (made !== undefined) await syncFolder(objects)
  }

  return {
    async write(body, limit) {
      const version = randomUUID()
      const draft = join(drafts, version)
      const hash = createHash('md5')
      let size = 0
      const handle = await open(draft, 'wx', 0o600)
      try {
        for await (const chunk of body) {
          size += chunk.length
          if (size > limit) throw refusals.tooLarge()
          hash.update(chunk)
          await handle.writeFile(chunk)
        }
        await handle.sync()
      } catch (error) {
        await handle.close()
        await rm(draft, { force: true })
        throw error
      }
      await handle.close()
      await settle(draft, version)
      return { version, size, eTag: `"${hash.digest('hex')}"` }
    },
    async adopt(path, version) {
      const handle = await open(path, 'r+')
      await handle.sync().finally(() => handle.close())
      const [{ size }, eTag] = await Promise.all([stat(path), hashFile(path)])
      await settle(path, version)
      return { version, size, eTag }
    },
    async copy(version) {
      const next = randomUUID()
      const draft = join(drafts, next)
      await copyFile(place(version), draft)
      const handle = await open(draft, 'r+')
      await handle.sync().finally(() => handle.close())
      await settle(draft, next)
      return next
    },
    async read(version, range) {
      const handle = await open(place(version), 'r')
      const stream = handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>
    },
    async remove(versions) {
      for (const version of versions) if (version && uuid.test(version)) await rm(place(version), { force: true })
    },
    async sweep(known) {
      const names = (await readdir(drafts)).map((name) => join(drafts, name))
      const found = new Set<string>()
      for (const group of await readdir(objects)) {
        for (const name of await readdir(join(objects, group))) {
          if (known.has(name)) found.add(name)
          else names.push(join(objects, group, name))
        }
      }
      for (const name of names) await rm(name, { force: true })
      return { removed: names.length, missing: known.size - found.size }
    }
  }
}
