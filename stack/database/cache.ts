import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type MigrationFile, readMigrations, readSeed } from './migrate.ts'

/** Snapshots kept: one each for the branches someone switches between. */
const kept = 4
/** A process that makes a snapshot for longer than this has ended without one. */
const longestDraft = 3_600_000
/** As many copies at once as Node.js has threads for files. */
const lanes = 4

/** Where templates are kept. */
export interface Templates {
  folder: string
  /** Whether there is one of the migrated project, too, or only of the database that migrations begin with. */
  ofProject: boolean
}

export interface Cache {
  /** Copies the snapshot into `folder`, which must not exist; false when there is none, or none that is whole. */
  restore(folder: string): Promise<boolean>
  /** Keeps a copy of a database that is at rest. Does nothing where another process was first. */
  save(folder: string): Promise<void>
  /** Removes a snapshot that turned out to be of no use. */
  remove(): Promise<void>
}

/**
 * One hash of everything that decides what a new database holds. The day is part of it, since migrations and seed write
 * times that are relative to when they run.
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

/** Sizes of all files below a folder, by path. */
type Sizes = Record<string, number>

/** Copies a folder for nobody else to read, and answers what arrived. */
async function copyFolder(from: string, to: string): Promise<Sizes> {
  await mkdir(to, { mode: 0o700 })
  const files: string[] = []
  // A folder comes before what is in it.
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
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  const drafts = aged.filter(({ name, at }) => name.startsWith('.') && at < Date.now() - longestDraft)
  const snapshots = aged.filter(({ name }) => !name.startsWith('.')).sort((a, b) => b.at - a.at)
  await Promise.all([...drafts, ...snapshots.slice(kept)].map(({ name }) => remove(join(folder, name))))
}

/**
 * Snapshots of databases just after migrations and seed, in `folder`, found by hash. They spare every further new data
 * folder (a reset, each test run) the work of building the database. A snapshot appears as a whole, and one that is no
 * longer whole is removed: the next start makes it anew.
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
        // Another user's cannot be removed, and is of no use either.
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
        // Another process may have been first; its copy is as good.
        await rename(draft, snapshot).catch(() => undefined)
        await removeOld(folder)
      } finally {
        await remove(draft)
      }
    },
    remove: () => remove(snapshot)
  }
}
