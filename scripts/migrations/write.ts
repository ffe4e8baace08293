import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Definition, definitionsOf } from './definitions.ts'
import { type Migrated, type NextMigration, nextMigration, placeMark, readManifest } from './next.ts'
import { hashOf, initialMigrations, migrationNames, released, releaseFile } from './sources.ts'

const readMigration = (root: string, name: string): Promise<string> =>
  readFile(join(root, 'supabase/migrations', name), 'utf8')

/** The definitions of the sources, in their order. */
async function wantedDefinitions(root: string): Promise<Map<string, Definition>> {
  return definitionsOf([...(await initialMigrations(root)).values()].join('\n'))
}

/** What a database contains after all migrations: the released files, then the definitions that each later one covers. */
async function migratedDefinitions(root: string, first: ReadonlyMap<string, string>): Promise<Migrated> {
  const names = await migrationNames(root)
  const base = await Promise.all(names.filter((name) => first.has(name)).map((name) => readMigration(root, name)))
  const state: Migrated = definitionsOf(base.join('\n'))
  for (const name of names.filter((one) => !first.has(one))) {
    const sql = await readMigration(root, name)
    const here = definitionsOf(sql)
    for (const [key, hash] of readManifest(sql)) {
      if (hash === 'gone') state.delete(key)
      else {
        // Keep the text only if its hash is the recorded one. A person may have written another statement with the same effect;
        // then only the hash of the definition is known.
        const text = here.get(key)
        state.set(key, text?.hash === hash ? text : { hash })
      }
    }
  }
  return state
}

/**
 * Ends the generation of the first migrations from the sources. From then on they may run in databases with data, and each
 * change needs a further migration.
 */
export async function release(root: string): Promise<void> {
  if (await released(root)) throw new Error('It was released before: see supabase/released')
  const wanted = await initialMigrations(root)
  const lines = [...wanted].map(([name, sql]) => `${name} ${hashOf(sql)}`)
  for (const [name, sql] of wanted) {
    if ((await readMigration(root, name)) !== sql) throw new Error(`supabase/migrations/${name}: run npm run generate`)
  }
  const head =
    '# Released migrations with their SHA-256. They never change again; `npm run migration -- NAME` writes the next.'
  await writeFile(join(root, releaseFile), `${head}\n${lines.join('\n')}\n`)
}

/**
 * The next migration: what the sources have and no migration has; null if nothing is missing. @throws Error if a released
 * migration was changed.
 */
export async function pending(root: string): Promise<NextMigration | null> {
  const first = await released(root)
  if (!first) return null
  for (const [name, hash] of first) {
    if (hashOf(await readMigration(root, name)) !== hash) {
      throw new Error(`supabase/migrations/${name} was released and has changed: take the change back`)
    }
  }
  return nextMigration(await migratedDefinitions(root, first), await wantedDefinitions(root))
}

/** Names of migrations in which a person still has to fill in a placeholder. */
export async function unfinished(root: string): Promise<string[]> {
  const names = await migrationNames(root)
  const texts = await Promise.all(names.map((name) => readMigration(root, name)))
  return names.filter((_, at) => texts[at]?.includes(placeMark))
}

const stampOf = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14)

/** Writes the next migration. @returns Its files, and what a person still has to write in them. */
export async function writeNext(root: string, name: string, at: Date): Promise<{ files: string[]; open: string[] }> {
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error('A name has small letters, digits and _')
  if (!(await released(root))) {
    throw new Error('Nothing was released: edit supabase/schemas and run `npm run generate`, or see --release')
  }
  const next = await pending(root)
  if (!next) return { files: [], open: [] }
  const last = (await migrationNames(root)).at(-1)?.split('_')[0] ?? '0'
  let version = [BigInt(stampOf(at)), BigInt(last) + 1n].reduce((a, b) => (a > b ? a : b))
  const files: string[] = []
  for (const [suffix, sql] of [
    ['_values', next.values],
    ['', next.sql]
  ] as const) {
    if (sql === '') continue
    const file = `supabase/migrations/${version}_${name}${suffix}.sql`
    await writeFile(
      join(root, file),
      `-- ${name}: from supabase/schemas, by npm run migration. Read it before it is applied.\n\n${sql}`
    )
    files.push(file)
    version += 1n
  }
  return { files, open: next.open }
}
