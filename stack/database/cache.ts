import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { tryLock } from '../lock.ts'
import type { Log } from '../types.ts'
import { type MigrationFile, readMigrations, readSeed, type Sources } from './migrate.ts'

/** Number of snapshots that are kept, so that a developer can switch between several branches. */
const kept = 4
/** Age of an unfinished snapshot (ms) after which it is removed: the process that made it must have ended. */
const longestDraft = 3_600_000
/** Number of files that are copied at the same time. It is the number of threads that Node.js uses for files by default. */
const lanes = 4

/** Where snapshots of new databases are stored. */
export interface Templates {
  folder: string
  /** Whether snapshots with the project's migrations are stored, in addition to those without any migration. */
  ofProject: boolean
}

export interface Cache {
  /** Copies the snapshot into `folder`, which must not exist; returns false if there is no complete snapshot. */
  restore(folder: string): Promise<boolean>
  /** Stores a copy of a stopped database as the snapshot. Does nothing if there already is one. */
  save(folder: string): Promise<void>
  /**
   * Copies the snapshot into `folder`, which must not exist. If there is no snapshot, `make` creates the files in `folder`, and
   * they are stored as the snapshot. Other processes that need the same snapshot meanwhile wait for it.
   */
  provide(folder: string, make: () => Promise<void>, log: Log): Promise<void>
  /** Removes the snapshot, because it is unusable. */
  remove(): Promise<void>
}

/**
 * Returns one hash of everything that determines a new database's content. The current day is part of it, because migrations
 * and seed write times relative to now.
 *
 * @param base Text that describes the files that the database engine starts from.
 * @param sources What it is made from, or null for a database before the first migration.
 * @param bootstrap Hash of the bootstrap's SQL files.
 */
export async function hashProject(sources: Sources | null, base: string, bootstrap: string): Promise<string> {
  const [migrations, seed]: [MigrationFile[], { hash: string } | null] =
    sources === null ? [[], null] : await Promise.all([readMigrations(sources.root), readSeed(sources)])
  const day = new Date().toISOString().slice(0, 10)
  const hash = createHash('sha256').update(`${base}\n${bootstrap}\n${day}\n`)
  for (const file of migrations) hash.update(`${file.version} ${file.name} ${file.hash}\n`)
  return hash
    .update(seed?.hash ?? '')
    .digest('hex')
    .slice(0, 32)
}

/** Checksum of each file in a folder, by path. */
type Sums = Record<string, number>

/** Copies a folder, so that only its owner can read the copy. Returns the checksums of the copies. */
async function copyFolder(from: string, to: string): Promise<Sums> {
  await mkdir(to, { mode: 0o700 })
  const files: string[] = []
  // The listing names each folder before its content.
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = relative(from, join(entry.parentPath, entry.name))
    if (entry.isDirectory()) await mkdir(join(to, path), { mode: 0o700 })
    else files.push(path)
  }
  const sums: Sums = {}
  const remaining = files.values()
  const work = async (): Promise<void> => {
    for (const path of remaining) {
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE)
      sums[path] = crc32(await readFile(join(to, path)))
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return sums
}

function isSame(one: Sums, other: Sums): boolean {
  const paths = Object.keys(one)
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path])
}

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 })

async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder)
  // Another process may remove an entry after `readdir`; then skip it.
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs }))
  )
  const aged = found.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]))
  const drafts = aged.filter(({ name, at }) => name.startsWith('.') && at < Date.now() - longestDraft)
  const snapshots = aged.filter(({ name }) => !name.startsWith('.')).sort((a, b) => b.at - a.at)
  await Promise.all([...drafts, ...snapshots.slice(kept)].map(({ name }) => remove(join(folder, name))))
}

/**
 * Returns the functions that store and restore one snapshot in `folder`. The snapshot is found by `hash`. It is a copy of a
 * database right after migrations and seed, or before the first migration. Copying it is faster than building the database
 * again for each new data folder (after a reset, or in a test run). `save` creates the snapshot atomically. `restore` removes a
 * damaged snapshot, and `save` can then create it again.
 */
export function createCache(folder: string, hash: string): Cache {
  const snapshot = join(folder, hash)
  const data = join(snapshot, 'data')
  const manifest = join(snapshot, 'sums.json')

  async function restore(target: string): Promise<boolean> {
    if (!(await stat(snapshot).catch(() => null))) return false
    try {
      const expected = JSON.parse(await readFile(manifest, 'utf8'))
      if (!isSame(expected, await copyFolder(data, target))) throw new Error('It is damaged')
      await utimes(snapshot, new Date(), new Date()).catch(() => undefined)
      return true
    } catch {
      await remove(target)
      // Removing fails if the snapshot belongs to another user; then it stays, and cannot be used.
      await remove(snapshot).catch(() => undefined)
      return false
    }
  }

  async function save(source: string): Promise<void> {
    if (await stat(manifest).catch(() => null)) return
    const draft = join(folder, `.${hash}-${randomUUID()}`)
    try {
      await mkdir(draft, { recursive: true })
      const sums = await copyFolder(source, join(draft, 'data'))
      await writeFile(join(draft, 'sums.json'), JSON.stringify(sums))
      // Renaming fails if another process was faster. Its snapshot has the same content.
      await rename(draft, snapshot).catch(() => undefined)
      await removeOld(folder)
    } finally {
      await remove(draft)
    }
  }

  /** Waits while another process makes the snapshot. Returns the function that lets the next one. */
  async function lock(log: Log): Promise<() => void> {
    try {
      await mkdir(folder, { recursive: true })
      for (let isTold = false; ; isTold = true) {
        const taken = tryLock(join(folder, `.${hash}-lock`))
        if (typeof taken === 'function') return taken
        if (!isTold) log.info('database.template_awaited', { process: taken })
        await sleep(100)
      }
    } catch {
      // The folder cannot be written, so no process can store the snapshot for the others.
      return () => undefined
    }
  }

  return {
    restore,
    save,
    async provide(target, make, log) {
      const release = await lock(log)
      try {
        if (await restore(target)) return
        await make()
        await save(target).catch((error: unknown) => log.warn('database.not_cached', { error }))
      } finally {
        release()
      }
    },
    remove: () => remove(snapshot)
  }
}
