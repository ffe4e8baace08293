import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type MigrationFile, readMigrations, readSeed } from '../migrate.ts'

/** Snapshots kept: one each for the branches someone switches between. */
const kept = 3

export interface Cache {
  /** Copies the snapshot into an empty folder, or answers false when there is none. */
  restore(folder: string): Promise<boolean>
  /** Keeps a copy of a database that is at rest. */
  save(folder: string): Promise<void>
}

/** One hash of everything that decides what a new database holds. */
export async function hashProject(root: string, base: string, bootstrap: string): Promise<string> {
  const [migrations, seed]: [MigrationFile[], { hash: string } | null] = await Promise.all([
    readMigrations(root),
    readSeed(root)
  ])
  const hash = createHash('sha256').update(`${base}\n${bootstrap}\n`)
  for (const file of migrations) hash.update(`${file.version} ${file.name} ${file.hash}\n`)
  return hash
    .update(seed?.hash ?? '')
    .digest('hex')
    .slice(0, 32)
}

async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder)
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  aged.sort((a, b) => b.at - a.at)
  await Promise.all(aged.slice(kept).map(({ name }) => rm(join(folder, name), { recursive: true, force: true })))
}

/**
 * Snapshots of databases just after migrations and seed, in `folder`, found by hash. They spare every further new data
 * folder (a reset, each test run) the work of building the database.
 */
export function createCache(folder: string, hash: string): Cache {
  const snapshot = join(folder, hash)
  const copy = (from: string, to: string): Promise<void> =>
    cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return {
    async restore(target) {
      if (!existsSync(snapshot)) return false
      await copy(snapshot, target)
      await utimes(snapshot, new Date(), new Date()).catch(() => undefined)
      return true
    },
    async save(source) {
      if (existsSync(snapshot)) return
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `.${hash}-${process.pid}`)
      await copy(source, draft)
      // Another process may have been first; its copy is as good.
      await rename(draft, snapshot).catch(() => rm(draft, { recursive: true, force: true }))
      await removeOld(folder)
    }
  }
}
