// Builds stack/database/pglite-base.tar.gz: a new PGlite database with the extensions that take long to create. Run this script
// by hand after upgrading PGlite or changing pglite/base.sql or pglite/pg_cron. A test fails if that was forgotten.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { baseFile, hashInputs, manifestFile } from './pglite/base.ts'
import { openEngine } from './pglite/engine.ts'
import { pack } from './pglite/tar.ts'

const work = await mkdtemp(join(tmpdir(), 'hackney-base-'))
const source = join(import.meta.dirname, 'pglite/pg_cron')
const names = ['pg_cron.control', 'pg_cron--1.6.sql']
const files = await Promise.all(
  names.map(async (name) => ({
    name: `share/postgresql/extension/${name}`,
    content: await readFile(join(source, name), 'utf8')
  }))
)
const bundle = join(work, 'pg_cron.tar.gz')
await writeFile(bundle, gzipSync(pack(files)))

const engine = await openEngine({
  folder: join(work, 'data'),
  username: 'postgres',
  bundles: { pg_cron: pathToFileURL(bundle) }
})
await engine.exec(await readFile(join(import.meta.dirname, 'pglite/base.sql'), 'utf8'))
await engine.exec('vacuum freeze analyze')
await engine.exec('checkpoint')
const dump = await engine.dumpDataDir('none')
await engine.close()
const tar = Buffer.from(await dump.arrayBuffer())
const archive = gzipSync(tar[0] === 0x1f ? gunzipSync(tar) : tar, { level: 9 })
await writeFile(baseFile, archive)
const manifest = { sha256: createHash('sha256').update(archive).digest('hex'), inputs: await hashInputs() }
await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
await rm(work, { recursive: true })
console.log(`pglite-base.tar.gz: ${archive.length} bytes`)
