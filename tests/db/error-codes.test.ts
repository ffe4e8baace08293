/** Every refusal has one key that docs/error-codes.md, every language and some test know; every function is tested. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Report } from './run.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

function keysIn(pattern: string, key: RegExp, skip = /_test\.ts$/): Set<string> {
  const files = globSync(pattern, { cwd: root }).filter((file) => !skip.test(file))
  return new Set(files.flatMap((file) => [...read(file).matchAll(key)].map((match) => match[1] ?? '')))
}

const sectionOf = (heading: string): string =>
  read('docs/error-codes.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

const documented = (heading: string): Set<string> =>
  new Set([...sectionOf(heading).matchAll(/^\| `(\w+)`/gm)].map((match) => match[1] ?? ''))

/** Keys with the HTTP statuses that migrations give them. */
function statusesInSql(): Map<string, string> {
  const statuses = new Map<string, Set<string>>()
  const said =
    /(?:sqlstate 'PT(\d+)'\s+using message = |'code', 'PT(\d+)', 'message', |'http_code', (\d+), 'message', )'(\w+)'/g
  for (const file of globSync('supabase/migrations/*.sql', { cwd: root })) {
    for (const [, raised, answered, hook, key = ''] of read(file).matchAll(said)) {
      statuses.set(key, (statuses.get(key) ?? new Set()).add(raised ?? answered ?? hook ?? ''))
    }
  }
  return new Map([...statuses].map(([key, all]) => [key, [...all].sort().join(', ')]))
}

const missing = (wanted: Iterable<string>, known: { has(key: string): boolean }): string =>
  [...wanted].filter((key) => !known.has(key)).join(', ')

/** Compares SQL, functions, documentation and translations; needs no database. */
export async function test(_url: string, report: Report): Promise<void> {
  const sql = keysIn('supabase/migrations/*.sql', /(?:message = |'message', )'(\w+)'/g)
  const functions = keysIn('supabase/functions/**/*.ts', /HttpError\(\s*\d+,\s*'(\w+)'/g)
  const fromSql = documented('From the database')
  const fromFunctions = documented('From the edge functions')
  report(sql.size > 30, 'refusals are found in the migrations', `${sql.size}`)
  const unknown = missing(sql, fromSql)
  report(unknown === '', 'every refusal of the database is documented', unknown)
  const gone = missing(fromSql, sql)
  report(gone === '', 'and every documented one exists', gone)
  const unlisted = missing(functions, new Set([...fromFunctions, ...documented('For programmers alone')]))
  report(unlisted === '', 'every refusal of the functions is documented', unlisted)
  const statuses = statusesInSql()
  const otherwise = [...sectionOf('From the database').matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)]
    .filter(([, key = '', status = '']) => statuses.get(key) !== status.trim())
    .map(([, key = '']) => `${key}: ${statuses.get(key)}`)
  report(otherwise.length === 0, 'each with its status', otherwise.join(', '))
  const unsaid = [...documented('From the edge functions')].filter(
    (key) => keysIn('supabase/functions/**/*.ts', new RegExp(`'(${key})'`, 'g')).size === 0
  )
  report(unsaid.length === 0, 'and every documented one of the functions exists', unsaid.join(', '))
  const tests = globSync('tests/db/*.{sql,test.ts}', { cwd: root }).map(read).join('\n')
  const untried = [...sql].filter((key) => !tests.includes(`'${key}'`)).join(', ')
  report(untried === '', 'every refusal of the database is tested', untried)
  const callable = keysIn('supabase/migrations/*.sql', /create function public\.(\w+)/g)
  const untested = [...callable].filter((name) => !tests.includes(`public.${name}(`)).join(', ')
  report(untested === '', 'every public function is tested', untested)
  const languages = globSync('src/locales/*/errors.json', { cwd: root })
  report(languages.length >= 2, 'there are languages to compare')
  for (const file of languages) {
    const texts = new Map(Object.entries(JSON.parse(read(file)) as Record<string, string>))
    const untold = missing([...fromSql, ...fromFunctions], texts)
    report(untold === '', `${basename(dirname(file))} has a sentence for each`, untold)
  }
}
