import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Log } from '../../types.ts'
import { openEngine } from './engine.ts'
import { pack } from './tar.ts'

const here = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8')

const cronFiles = ['pg_cron.control', 'pg_cron--1.6.sql']

/** Returns one hash over everything that determines the base: the files that make it, and the versions of its packages. */
export async function hashBase(): Promise<string> {
  const require = createRequire(import.meta.url)
  const hash = createHash('sha256')
  for (const name of ['@electric-sql/pglite', '@electric-sql/pglite-postgis']) {
    const entry = require.resolve(name)
    const manifest = await readFile(`${entry.slice(0, entry.lastIndexOf(name))}${name}/package.json`, 'utf8')
    hash.update(`${name} ${(JSON.parse(manifest) as { version: string }).version}\n`)
  }
  const files = ['base.ts', 'engine.ts', 'tar.ts', 'base.sql', ...cronFiles.map((name) => `pg_cron/${name}`)]
  for (const file of files) hash.update(await here(file))
  return hash.digest('hex')
}

/** Makes a folder and everything in it readable by its owner alone. */
async function close(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
}

/** Creates the files of a new database with PostGIS and the other extensions that take long to create. */
export async function makeBase(folder: string, log: Log): Promise<void> {
  const begin = performance.now()
  const say = (step: string): void => log.info('database.making_base', { step })
  say('1 of 3: the files of PGlite, about 7 s in all, once for each version')
  const work = await mkdtemp(join(tmpdir(), 'hackney-base-'))
  try {
    const files = await Promise.all(
      cronFiles.map(async (name) => ({
        name: `share/postgresql/extension/${name}`,
        content: await here(`pg_cron/${name}`)
      }))
    )
    const bundle = join(work, 'pg_cron.tar.gz')
    await writeFile(bundle, gzipSync(pack(files)))
    const bundles = { pg_cron: pathToFileURL(bundle) }
    const engine = await openEngine({ folder, username: 'postgres', bundles })
    try {
      say('2 of 3: PostGIS')
      await engine.exec(await here('base.sql'))
      say('3 of 3: cleaning up')
      await engine.exec('vacuum freeze analyze')
      await engine.exec('checkpoint')
    } finally {
      await engine.close()
    }
    await close(folder)
  } finally {
    await rm(work, { recursive: true })
  }
  log.info('database.base_made', { seconds: Math.round((performance.now() - begin) / 100) / 10 })
}
