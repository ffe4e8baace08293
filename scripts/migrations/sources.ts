import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseToml } from '../../stack/auth/toml.ts'

/** The only source of its own migration. */
const isRealtime = (path: string): boolean => path.endsWith('realtime_policies.sql')

/**
 * Source files in order, relative to the folder supabase: those of the first pattern of schema_paths by name, then those of the
 * second, …
 *
 * @throws Error if a file has no pattern, or a pattern no file
 */
export async function sourcePaths(root: string): Promise<string[]> {
  const supabase = join(root, 'supabase')
  const config = parseToml(await readFile(join(supabase, 'config.toml'), 'utf8'), 'supabase/config.toml')
  const { schema_paths: patterns } = (config.db as { migrations: { schema_paths: string[] } }).migrations
  const found = patterns.map((pattern) => globSync(pattern, { cwd: supabase }).sort())
  const paths = found.flat().map((path) => `./${path}`)
  const files = (await readdir(join(supabase, 'schemas'), { recursive: true }))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `./schemas/${file}`)
  const missing = files.filter((file) => !paths.includes(file))
  const empty = patterns.filter((_, index) => found[index]?.length === 0)
  if (missing.length > 0) throw new Error(`Add to schema_paths in supabase/config.toml: ${missing.join(', ')}`)
  if (empty.length > 0) throw new Error(`schema_paths in supabase/config.toml names files that do not exist: ${empty}`)
  return paths
}

async function joined(root: string, paths: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    paths.map(async (path) => `-- supabase/${path.slice(2)}\n\n${await readFile(join(root, 'supabase', path), 'utf8')}`)
  )
  return `-- Generated from supabase/schemas by scripts/write-migrations.ts; do not edit.\n\n${parts.join('\n')}`
}

/**
 * The text of the first migrations by name: until the first release, two files hold everything. The policies on
 * `realtime.messages` are a separate file: that table belongs to the Realtime server, so a project without one can omit this
 * file.
 */
export async function initialMigrations(root: string): Promise<Map<string, string>> {
  const paths = await sourcePaths(root)
  return new Map([
    [
      '20260101000000_schema.sql',
      await joined(
        root,
        paths.filter((path) => !isRealtime(path))
      )
    ],
    ['20260101000100_realtime_policies.sql', await joined(root, paths.filter(isRealtime))]
  ])
}

/** Names of the files in supabase/migrations, oldest first. */
export async function migrationNames(root: string): Promise<string[]> {
  const folder = join(root, 'supabase/migrations')
  await mkdir(folder, { recursive: true })
  return (await readdir(folder)).filter((name) => /^\d+_.*\.sql$/.test(name)).sort()
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
