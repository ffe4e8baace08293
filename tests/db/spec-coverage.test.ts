/** docs/spec-coverage.md names what is there: functions, columns, files, tests by their titles, texts by their keys. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import postgres from 'postgres'
import type { Report } from './run.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')

interface Row {
  section: string
  number: string
  statement: string
  places: string[]
  proof: string
}

const ticked = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

function readRows(page: string): Row[] {
  let section = ''
  const rows: Row[] = []
  for (const line of page.split('\n')) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim())
    if (!/^\| \d+\.\d+ /.test(line)) continue
    const [number = '', statement = '', where = '', proof = ''] = cells
    rows.push({ section, number, statement, places: ticked(where), proof: cells.length === 4 ? proof : '' })
  }
  return rows
}

/** The tests a row names: `file` "title". */
const proofs = (row: Row): { file: string; title: string }[] =>
  [...row.proof.matchAll(/`([^`]+)` "([^"]+(?:"[^"`]+"[^"`]*)?)"/g)].map(([, file = '', title = '']) => ({
    file,
    title
  }))

/** Whether a file has a test of this title. SQL doubles the quotes in a text; elsewhere it may be part of a template. */
function hasTest(file: string, title: string): boolean {
  if (!existsSync(resolve(root, file))) return false
  const source = read(file)
  return file.endsWith('.sql') ? source.includes(`'${title.replaceAll("'", "''")}'`) : source.includes(title)
}

/** Everything in the schemas public and app that a row may name. */
async function readNames(url: string): Promise<Set<string>> {
  const sql = postgres(url, { max: 1 })
  try {
    const rows = await sql<{ name: string }[]>`
      with schemas as (select n.oid, case n.nspname when 'app' then 'app.' else '' end as prefix from pg_namespace n where n.nspname in ('public', 'app'))
      select s.prefix || p.proname || '()' as name from pg_proc p join schemas s on s.oid = p.pronamespace
      union select s.prefix || c.relname from pg_class c join schemas s on s.oid = c.relnamespace where c.relkind in ('r', 'v')
      union select s.prefix || c.relname || '.' || a.attname from pg_class c join schemas s on s.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where c.relkind in ('r', 'v')
      union select s.prefix || t.typname from pg_type t join schemas s on s.oid = t.typnamespace where t.typtype = 'd'`
    return new Set(rows.map((row) => row.name))
  } finally {
    await sql.end()
  }
}

/** Keys of every text of a language. */
function keysOf(language: string): Set<string> {
  const files = globSync(`src/locales/${language}/*.json`, { cwd: root })
  return new Set(files.flatMap((file) => Object.keys(JSON.parse(read(file)) as object)))
}

function checkForm(rows: readonly Row[], report: Report): void {
  const sections = new Set(rows.map((row) => row.section))
  const bare = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((section) => !sections.has(String(section))).join(', ')
  report(bare === '', 'every section has rows', bare)
  const counts = new Map<string, number>()
  const misnumbered = rows.filter((row) => {
    const place = (counts.get(row.section) ?? 0) + 1
    counts.set(row.section, place)
    return row.number !== `${row.section}.${place}`
  })
  report(misnumbered.length === 0, 'rows are numbered in order', misnumbered.map((row) => row.number).join(', '))
  const untold = rows.filter((row) => proofs(row).length === 0 && !/^(built, unproved|later: \S.*)$/.test(row.proof))
  report(untold.length === 0, 'a row without a test says so', untold.map((row) => row.number).join(', '))
}

function checkNames(rows: readonly Row[], names: ReadonlySet<string>, report: Report): void {
  const isThere = (place: string): boolean => {
    if (place.endsWith('.sql')) return globSync(`supabase/migrations/*_${place}`, { cwd: root }).length === 1
    return place.includes('/') ? existsSync(resolve(root, place)) : names.has(place)
  }
  const lost = rows.flatMap((row) =>
    row.places.filter((place) => !isThere(place)).map((place) => `${row.number} ${place}`)
  )
  report(lost.length === 0, 'every place named exists', lost.join(', '))
  const gone = rows.flatMap((row) =>
    proofs(row)
      .filter(({ file, title }) => !hasTest(file, title))
      .map(({ file, title }) => `${row.number} ${file} "${title}"`)
  )
  report(gone.length === 0, 'every test named exists', gone.join('\n'))
}

/** Compares the page with the database and the files; changes nothing. */
export async function test(url: string, report: Report): Promise<void> {
  const rows = readRows(read('docs/spec-coverage.md'))
  checkForm(rows, report)
  checkNames(rows, await readNames(url), report)
  const messages = rows.filter((row) => /^[89]$/.test(row.section)).flatMap((row) => ticked(row.statement))
  for (const language of globSync('src/locales/*/', { cwd: root })
    .map((folder) => basename(folder))
    .sort()) {
    const keys = keysOf(language)
    const missing = messages.filter((key) => !keys.has(key)).join(', ')
    report(missing === '', `every message named has a text in every language: ${language}`, missing)
  }
}
