/**
 * Writes supabase/migrations from the sources in supabase/schemas, in the order of `schema_paths` in supabase/config.toml.
 * With `--check` it only says whether they are up to date.
 *
 * Until the first release two files hold everything. The policies on `realtime.messages` are a file of their own: that
 * table belongs to the Realtime server, so a project without one can leave this file out.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseToml } from '../stack/auth/toml.ts'
import { root, writeOrCheck } from './catalogue.ts'

const supabase = join(root, 'supabase')
const realtime = './schemas/messages/realtime_policies.sql'

/** Source files in order, relative to the folder supabase. @throws Error when the list and the folder differ. */
async function sourcePaths(): Promise<string[]> {
  const config = parseToml(await readFile(join(supabase, 'config.toml'), 'utf8'), 'supabase/config.toml')
  const { schema_paths: paths } = (config.db as { migrations: { schema_paths: string[] } }).migrations
  const files = (await readdir(join(supabase, 'schemas'), { recursive: true }))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `./schemas/${file}`)
  const missing = files.filter((file) => !paths.includes(file))
  const gone = paths.filter((file) => !files.includes(file))
  if (missing.length > 0) throw new Error(`Add to schema_paths in supabase/config.toml: ${missing.join(', ')}`)
  if (gone.length > 0) throw new Error(`schema_paths in supabase/config.toml names files that do not exist: ${gone}`)
  return paths
}

async function joined(paths: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    paths.map(async (path) => `-- supabase/${path.slice(2)}\n\n${await readFile(join(supabase, path), 'utf8')}`)
  )
  return `-- Generated from supabase/schemas by scripts/write-migrations.ts; do not edit.\n\n${parts.join('\n')}`
}

const paths = await sourcePaths()
const wanted = new Map([
  ['20260101000000_schema.sql', await joined(paths.filter((path) => path !== realtime))],
  ['20260101000100_realtime_policies.sql', await joined([realtime])]
])

const folder = join(supabase, 'migrations')
await mkdir(folder, { recursive: true })
for (const name of await readdir(folder)) {
  if (wanted.has(name)) continue
  throw new Error(`supabase/migrations/${name} has no source: move it to supabase/schemas/<domain>`)
}
let code = 0
for (const [name, sql] of wanted) code += await writeOrCheck(`supabase/migrations/${name}`, sql, process.argv)
process.exitCode = Math.min(code, 1)
