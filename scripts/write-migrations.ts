/**
 * Writes supabase/migrations from the sources in supabase/schemas, in the order of `schema_paths` in supabase/config.toml. With
 * `--check` it only says whether the migrations are up to date. After the first release it writes nothing and says what `npm
 * run migration` still has to do. Also draws the floors of the sources in docs/architecture.md.
 */
import { root, writeOrCheck } from './catalogue.ts'
import { architecture } from './docs/floors.ts'
import { initialMigrations, migrationNames, released } from './migrations/sources.ts'
import { pending, unfinished } from './migrations/write.ts'

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

async function checkReleased(): Promise<number> {
  const next = await pending(root)
  const open = await unfinished(root)
  if (next) process.stderr.write('supabase/schemas has changed: run npm run migration -- NAME\n')
  for (const name of open) process.stderr.write(`supabase/migrations/${name} has places to write\n`)
  return next || open.length > 0 ? 1 : 0
}

const code = (await released(root)) ? await checkReleased() : await writeInitial()
process.exitCode = code || (await writeOrCheck('docs/architecture.md', await architecture(root), process.argv))
