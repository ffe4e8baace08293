/**
 * Writes supabase/migrations from the sources in supabase/schemas, in the order of `schema_paths` in supabase/config.toml. After
 * the first release it records the migrations that `npm run migration` wrote, and says what is wrong with them. With `--check`
 * it writes nothing. Also draws the floors of the sources in docs/architecture.md.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root, writeOrCheck } from './catalogue.ts'
import { architecture } from './docs/floors.ts'
import { readList } from './migrations/released.ts'
import { initialMigrations, migrationNames } from './migrations/sources.ts'
import { faults, laterMigrations, record } from './migrations/write.ts'

async function writeInitial(): Promise<number> {
  const wanted = await initialMigrations(root)
  for (const name of await migrationNames(root)) {
    if (wanted.has(name)) continue
    throw new Error(`supabase/migrations/${name} has no source: move it to supabase/schemas/<domain>`)
  }
  let code = 0
  for (const [name, sql] of wanted) code += await writeOrCheck(`supabase/migrations/${name}`, sql, process.argv)
  return Math.min(code, 1)
}

/** Rules for tables in use, which the sources need not follow. */
async function lint(): Promise<number> {
  const paths = (await laterMigrations(root)).map((name) => `supabase/migrations/${name}`)
  if (paths.length === 0) return 0
  const squawk = join(root, 'node_modules/.bin/squawk')
  const { status } = spawnSync(squawk, ['--config', '.squawk-migrations.toml', ...paths], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32'
  })
  return status ?? 1
}

const isCheck = process.argv.includes('--check')
const isReleased = (await readList(root)) !== null
if (isReleased && !isCheck) for (const path of await record(root)) process.stdout.write(`${path} recorded\n`)
const found = await faults(root)
for (const fault of found) process.stderr.write(`${fault}\n`)
const code = found.length > 0 ? 1 : isReleased ? await lint() : await writeInitial()
process.exitCode = code || (await writeOrCheck('docs/architecture.md', await architecture(root), process.argv))
