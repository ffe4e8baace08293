import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Failure } from '../../failure.ts'
import { unpack } from './tar.ts'

const folder = join(import.meta.dirname, '..')

/** The committed archive of a new database with PostGIS and other extensions. Creating these takes PGlite seven seconds. */
export const baseFile = join(folder, 'pglite-base.tar.gz')

/** File with the expected hash of the archive and the hash of its sources. */
export const manifestFile = join(folder, 'pglite-base.json')

export interface Manifest {
  /** Hash of the archive. */
  sha256: string
  /** Hash of all sources of the archive. */
  inputs: string
}

/** Returns one hash over all sources of the base: its files, and the versions of its packages. */
export async function hashInputs(): Promise<string> {
  const require = createRequire(import.meta.url)
  const hash = createHash('sha256')
  for (const name of ['@electric-sql/pglite', '@electric-sql/pglite-postgis']) {
    const entry = require.resolve(name)
    const manifest = await readFile(`${entry.slice(0, entry.lastIndexOf(name))}${name}/package.json`, 'utf8')
    hash.update(`${name} ${(JSON.parse(manifest) as { version: string }).version}\n`)
  }
  for (const file of ['base.sql', 'pg_cron/pg_cron.control', 'pg_cron/pg_cron--1.6.sql']) {
    hash.update(await readFile(join(import.meta.dirname, file)))
  }
  return hash.digest('hex')
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
}

/**
 * Unpacks the base archive into an empty folder.
 *
 * @throws Failure if the archive has another hash than expected.
 */
export async function restoreBase(target: string): Promise<void> {
  const [archive, manifest] = await Promise.all([readFile(baseFile), readManifest()])
  if (createHash('sha256').update(archive).digest('hex') !== manifest.sha256) {
    throw new Failure(
      'stack/database/pglite-base.tar.gz is damaged or from another version.',
      'Restore it with `git checkout stack/database`, or rebuild it with `node stack/database/build-pglite-base.ts`.'
    )
  }
  await unpack(gunzipSync(archive), target)
}
