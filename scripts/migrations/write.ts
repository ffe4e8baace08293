import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unfitStatement } from '../../stack/database/transactions.ts'
import { type Definition, definitionsOf } from './definitions.ts'
import { unnamedLosses } from './losses.ts'
import { type Migrated, type NextMigration, nextMigration, placeMark, readManifest } from './next.ts'
import {
  faultsOfFiles,
  faultsOfHistory,
  frozenPaths,
  hashOfFile,
  nextVersion,
  readList,
  recordFiles,
  released,
  writeList
} from './released.ts'
import { initialMigrations, migrationNames } from './sources.ts'

const readMigration = (root: string, name: string): Promise<string> =>
  readFile(join(root, 'supabase/migrations', name), 'utf8')

/** The definitions of the sources, in their order. */
async function wantedDefinitions(root: string): Promise<Map<string, Definition>> {
  return definitionsOf([...(await initialMigrations(root)).values()].join('\n'))
}

/** What a database contains after all migrations: the released files, then the definitions that each later one covers. */
async function migratedDefinitions(root: string, first: readonly string[]): Promise<Migrated> {
  const names = await migrationNames(root)
  const base = await Promise.all(names.filter((name) => first.includes(name)).map((name) => readMigration(root, name)))
  const state: Migrated = definitionsOf(base.join('\n'))
  for (const name of names.filter((one) => !first.includes(one))) {
    const sql = await readMigration(root, name)
    const here = definitionsOf(sql)
    for (const [key, hash, kept] of readManifest(sql)) {
      if (hash === 'gone') state.delete(key)
      else {
        // A person may have written another statement with the same effect. The text counts only if its hash is the recorded one.
        const texts = [here.get(key), ...(kept ? definitionsOf(`${kept};`).values() : [])]
        const text = texts.find((one) => one?.hash === hash)
        state.set(key, text ? { ...text, key } : { hash })
      }
    }
  }
  return state
}

/**
 * Records a release of `version` with its API. The first one ends the generation of migrations from the sources: from then on
 * they may have run in databases with data, and each change needs a further migration.
 *
 * @param api Hash of the released API.
 */
export async function recordRelease(root: string, version: string, api: string): Promise<void> {
  const lines = (await readList(root)) ?? (await firstLines(root))
  await writeList(root, [...lines, { version, hash: api }])
}

/** @throws Error if the first migrations are not what the sources say. */
export async function checkGenerated(root: string): Promise<void> {
  for (const [name, sql] of await initialMigrations(root)) {
    if ((await readMigration(root, name)) !== sql) throw new Error(`supabase/migrations/${name}: run npm run generate`)
  }
}

async function firstLines(root: string): Promise<{ path: string; hash: string }[]> {
  await checkGenerated(root)
  return Promise.all((await frozenPaths(root)).map(async (path) => ({ path, hash: await hashOfFile(root, path) })))
}

/** The next migration: what the sources have and no migration has; null if nothing is missing. */
export async function pending(root: string): Promise<NextMigration | null> {
  const list = await released(root)
  return list && nextMigration(await migratedDefinitions(root, list.first), await wantedDefinitions(root))
}

/** Records finished migrations. @returns Their paths. */
export const record = (root: string): Promise<string[]> =>
  recordFiles(root, async (path) => {
    const sql = await readFile(join(root, path), 'utf8')
    return !sql.includes(placeMark) && (await faultsOfSql(path, sql)).length === 0
  })

async function faultsOfSql(path: string, sql: string): Promise<string[]> {
  const unfit = unfitStatement(sql)
  if (unfit) return [`${path}: \`${unfit.start}\` ${unfit.reason}`]
  return (await unnamedLosses(sql)).map(
    (key) =>
      `${path} loses ${key}. Keep it, or say why it may go in a line of the migration: \`-- loses: ${key} because …\``
  )
}

/** What is wrong with the migrations after the first release, each with what to do; empty before it. */
export async function faults(root: string): Promise<string[]> {
  const list = await readList(root)
  const history = faultsOfHistory(root, list)
  const known = await released(root)
  if (!known) return history
  const found: string[] = []
  const unfinished: string[] = []
  for (const name of (await migrationNames(root)).filter((one) => !known.first.includes(one))) {
    const sql = await readMigration(root, name)
    const path = `supabase/migrations/${name}`
    const here = sql.includes(placeMark) ? [`${path} has places to write`] : await faultsOfSql(path, sql)
    found.push(...here)
    if (here.length > 0) unfinished.push(path)
  }
  if (await pending(root)) found.push('supabase/schemas has changed: run npm run migration -- NAME')
  return [...history, ...(await faultsOfFiles(root, unfinished)), ...found]
}

/** Migrations after the first release, which linters of databases in use judge. */
export async function laterMigrations(root: string): Promise<string[]> {
  const first = (await released(root))?.first
  return first ? (await migrationNames(root)).filter((name) => !first.includes(name)) : []
}

/** How long a migration waits for others and works: whoever waits for a lock holds up everybody behind. */
const patience = "set lock_timeout = '10s';\nset statement_timeout = '10min';\n"

/** Writes the next migration. @returns Its files, and what a person still has to write in them. */
export async function writeNext(root: string, name: string, at: Date): Promise<{ files: string[]; open: string[] }> {
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error('A name has small letters, digits and _')
  if (!(await released(root))) {
    throw new Error('Nothing was released yet: edit supabase/schemas and run `npm run generate`')
  }
  const next = await pending(root)
  if (!next) return { files: [], open: [] }
  let version = nextVersion((await migrationNames(root)).at(-1), at)
  const files: string[] = []
  for (const [suffix, sql] of [
    ['_values', next.values],
    ['', next.sql]
  ] as const) {
    if (sql === '') continue
    const file = `supabase/migrations/${version}_${name}${suffix}.sql`
    await writeFile(
      join(root, file),
      `-- ${name}: from supabase/schemas, by npm run migration. Read it before it is applied.\n\n${patience}\n${sql}`
    )
    files.push(file)
    version += 1n
  }
  await record(root)
  return { files, open: next.open }
}
