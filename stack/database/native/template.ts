import { createHash, randomUUID } from 'node:crypto'
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hashOfAll, readBootstrap } from '../bootstrap.ts'
import { type Cache, createCache, hashProject, type Templates } from '../cache.ts'
import type { Sources } from '../migrate.ts'
import { describeInstallation } from './find.ts'
import { type Making, makeBase, makeProject } from './making.ts'
import { makePersonal } from './personal.ts'
import type { Place } from './place.ts'

/** Returns a text that describes everything that determines a new cluster's content, except the project. */
function describeMaking({ installation, place }: Making): string {
  const here = readdirSync(import.meta.dirname).map((name) => join(import.meta.dirname, name))
  const shared = ['bootstrap.ts', 'migrate.ts', 'statements.ts', 'transactions.ts'].map((name) =>
    join(import.meta.dirname, '..', name)
  )
  const code = [...here.filter((path) => !path.endsWith('.test.ts')), ...shared].map((path) => readFileSync(path))
  const owner = place.owner?.uid ?? process.getuid?.()
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${owner}\n`)
  hash.update(describeInstallation(installation))
  for (const text of code) hash.update(text)
  return hash.digest('hex')
}

function giveTo({ data, owner }: Place): void {
  if (!owner) return
  chownSync(data, owner.uid, owner.gid)
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
}

/**
 * Creates the files of a new cluster, with its own passwords and secrets, unless they exist. If there is a template, the
 * cluster is a copy of it, which takes a tenth of the time. If not, the new cluster is saved as a template. An interrupted
 * start leaves no files that a later start would take for a complete cluster.
 *
 * @param options `templates` is null if no templates are used.
 *
 * @returns Whether the cluster is new.
 * @throws Error if the cluster cannot be created. A wrong migration is no error here: the caller runs the migrations and
 * reports it.
 */
export async function prepareCluster(
  target: Making,
  options: { password: string; sources: Sources; templates: Templates | null }
): Promise<boolean> {
  const { installation, log } = target
  const final = target.place.data
  if (existsSync(join(final, 'PG_VERSION'))) return false
  const prefix = `${basename(final)}.new-`
  for (const name of readdirSync(dirname(final)).filter((one) => one.startsWith(prefix))) {
    await rm(join(dirname(final), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
  const place = { ...target.place, data: join(dirname(final), `${prefix}${randomUUID().slice(0, 8)}`) }
  const making = { ...target, place }
  const { templates, sources, password } = options
  const base = describeMaking(making)
  const bootstrap = hashOfAll(await readBootstrap())
  const cacheOf = async (of: Sources | null): Promise<Cache | null> =>
    templates && createCache(templates.folder, await hashProject(of, base, bootstrap))

  const discard = () => rm(place.data, { recursive: true, force: true, maxRetries: 3 })

  async function restore(cache: Cache | null): Promise<boolean> {
    if (!(await cache?.restore(place.data))) return false
    try {
      giveTo(place)
      await makePersonal(installation, place, password)
      return true
    } catch (error) {
      log.warn('database.template_broken', { error })
      await Promise.all([discard(), cache?.remove().catch(() => undefined)])
      return false
    }
  }

  /** Saves a template. If that fails, the next new cluster only takes longer. */
  const keep = (cache: Cache | null) =>
    cache?.save(place.data).catch((error: unknown) => log.warn('database.not_cached', { error }))

  async function provideBase(): Promise<void> {
    const cache = await cacheOf(null)
    if (await restore(cache)) return
    await makeBase(making)
    await keep(cache)
    await makePersonal(installation, place, password)
  }

  async function provideProject(): Promise<void> {
    const cache = templates?.ofProject ? await cacheOf(sources) : null
    if (await restore(cache)) return
    await provideBase()
    if (!cache) return
    try {
      await makeProject(making, sources)
      await keep(cache)
      await makePersonal(installation, place, password)
    } catch {
      await discard()
      await provideBase()
    }
  }

  try {
    await provideProject()
    await rm(final, { recursive: true, force: true })
    await rename(place.data, final)
    return true
  } catch (error) {
    await discard()
    throw error
  }
}
