import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type MigrationFile, readMigrations, readSeed } from './migrate.ts'

/** Number of snapshots that are kept: one for each branch that a developer switches between. */
const kept = 4
/** Age of an unfinished snapshot (ms) after which it is removed: the process that made it must have ended. */
const longestDraft = 3_600_000
/** Number of concurrent copies: Node.js has as many threads for files. */
const lanes = 4

/** Where snapshots of new databases are kept. */
export interface Templates {
  folder: string
  /** Whether the snapshots include the project's migrations; else they are of a database before the migrations. */
  ofProject: boolean
}

export interface Cache {
  /** Copies the snapshot into `folder`, which must not exist; returns false if there is no complete snapshot. */
  restore(folder: string): Promise<boolean>
  /** Stores a copy of a stopped database as the snapshot. Does nothing if another process was first. */
  save(folder: string): Promise<void>
  /** Removes a snapshot that is unusable. */
  remove(): Promise<void>
}

/**
 * One hash of everything that determines a new database's content. The day is part of it, because migrations and seed write
 * times relative to now.
 *
 * @param base What the engine starts from.
 * @param root The project, or null for a database before the first migration.
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

/** Sizes of all files in a folder, by path. */
type Sizes = Record<string, number>

/** Copies a folder, readable only by its owner, and returns what was copied. */
async function copyFolder(from: string, to: string): Promise<Sizes> {
  await mkdir(to, { mode: 0o700 })
  const files: string[] = []
  // The listing has each folder before its content.
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
  // Another process may remove an entry meanwhile.
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs }))
  )
  const aged = found.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]))
  const drafts = aged.filter(({ name, at }) => name.startsWith('.') && at < Date.now() - longestDraft)
  const snapshots = aged.filter(({ name }) => !name.startsWith('.')).sort((a, b) => b.at - a.at)
  await Promise.all([...drafts, ...snapshots.slice(kept)].map(({ name }) => remove(join(folder, name))))
}

/**
 * Snapshots of databases right after migrations and seed, in `folder`, found by hash. They save every new data folder (a reset,
 * each test run) the work of building the database. A snapshot appears atomically, and a damaged one is removed: the next start
 * makes it again.
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
        // A snapshot of another user cannot be removed; it is unusable, too.
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
        // Renaming fails if another process was first; its copy is as good.
        await rename(draft, snapshot).catch(() => undefined)
        await removeOld(folder)
      } finally {
        await remove(draft)
      }
    },
    remove: () => remove(snapshot)
  }
}
