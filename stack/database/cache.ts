import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type MigrationFile, readMigrations, readSeed } from './migrate.ts'

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
  /** Removes the snapshot, because it is unusable. */
  remove(): Promise<void>
}

/**
 * Returns one hash of everything that determines a new database's content. The current day is part of it, because migrations
 * and seed write times relative to now.
 *
 * @param base Text that describes the files that the database engine starts from.
 * @param root The project's root, or null for a database before the first migration.
 * @param bootstrap Hash of the bootstrap's SQL files.
 */
export async function hashProject(root: string | null, base: string, bootstrap: string): Promise<string> {
  const [migrations, seed]: [MigrationFile[], { hash: string } | null] =
    root === null ? [[], null] : await Promise.all([readMigrations(root), readSeed(root)])
  const day = new Date().toISOString().slice(0, 10)
  const hash = createHash('sha256').update(`${base}\n${bootstrap}\n${day}\n`)
  for (const file of migrations) hash.update(`${file.version} ${file.name} ${file.hash}\n`)
  return hash
    .update(seed?.hash ?? '')
    .digest('hex')
    .slice(0, 32)
}

/** Size in bytes of each file in a folder, by path. */
type Sizes = Record<string, number>

/** Copies a folder, so that only its owner can read the copy. Returns the sizes of the copied files. */
async function copyFolder(from: string, to: string): Promise<Sizes> {
  await mkdir(to, { mode: 0o700 })
  const files: string[] = []
  // The listing names each folder before its content.
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = relative(from, join(entry.parentPath, entry.name))
    if (entry.isDirectory()) await mkdir(join(to, path), { mode: 0o700 })
    else files.push(path)
  }
  const sizes: Sizes = {}
  const remaining = files.values()
  const work = async (): Promise<void> => {
    for (const path of remaining) {
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE)
      sizes[path] = (await stat(join(to, path))).size
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return sizes
}

function isSame(one: Sizes, other: Sizes): boolean {
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
  const manifest = join(snapshot, 'sizes.json')
  return {
    async restore(target) {
      if (!(await stat(snapshot).catch(() => null))) return false
      try {
        const expected = JSON.parse(await readFile(manifest, 'utf8'))
        if (!isSame(expected, await copyFolder(data, target))) throw new Error('It is not whole')
        await utimes(snapshot, new Date(), new Date()).catch(() => undefined)
        return true
      } catch {
        await remove(target)
        // Removing fails if the snapshot belongs to another user; then it stays, and cannot be used.
        await remove(snapshot).catch(() => undefined)
        return false
      }
    },
    async save(source) {
      if (await stat(manifest).catch(() => null)) return
      const draft = join(folder, `.${hash}-${randomUUID()}`)
      try {
        await mkdir(draft, { recursive: true })
        const sizes = await copyFolder(source, join(draft, 'data'))
        await writeFile(join(draft, 'sizes.json'), JSON.stringify(sizes))
        // Renaming fails if another process was faster. Its snapshot has the same content.
        await rename(draft, snapshot).catch(() => undefined)
        await removeOld(folder)
      } finally {
        await remove(draft)
      }
    },
    remove: () => remove(snapshot)
  }
}
