import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Paths relative to the repository's root. */
export const find = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort()

/** The schemas `public` and `app`; the database suite checks that the dump matches the migrations. */
export const schema = read('supabase/schema.sql')

/** The elements of `wanted` that `known` lacks. */
export const missing = (wanted: Iterable<string>, known: { has(key: string): boolean }): string[] =>
  [...wanted].filter((key) => !known.has(key))

const shorten = (name: string): string => name.replace(/^public\./, '')

/** Each column of the schema's tables, with the rest of its line. */
function readColumns(): { table: string; column: string; rest: string }[] {
  const tables = schema.matchAll(/^CREATE TABLE ((?:public|app)\.\w+) \(\n((?: {4}.*\n)+)/gm)
  return [...tables].flatMap(([, table = '', body = '']) =>
    [...body.matchAll(/^ {4}"?(\w+)"? (.*?),?$/gm)]
      .filter(([, column]) => column !== 'CONSTRAINT')
      .map(([, column = '', rest = '']) => ({ table: shorten(table), column, rest }))
  )
}

/** Columns of views, from the generated types: the dump contains only the query of a view. */
function readViewColumns(): { table: string; column: string; rest: string }[] {
  const types = read('src/types/database.ts')
  const views = types.slice(types.indexOf('\n    Views: {'), types.indexOf('\n    Functions: {'))
  return [...views.matchAll(/^ {6}(\w+): \{\n {8}Row: \{\n((?: {10}.*\n)+)/gm)].flatMap(([, table = '', body = '']) =>
    [...body.matchAll(/^ {10}(\w+): /gm)].map(([, column = '']) => ({ table, column, rest: '' }))
  )
}

export const columns = [...readColumns(), ...readViewColumns()]

/** Names of one kind of object; those of `app` include the schema: `profiles`, `app.clock`. */
export const namesOf = (kind: 'FUNCTION' | 'TABLE' | 'VIEW' | 'DOMAIN' | 'TYPE'): string[] => [
  ...new Set(
    [...schema.matchAll(new RegExp(`^CREATE ${kind} ((?:public|app)\\.\\w+)`, 'gm'))].map(([, name = '']) =>
      shorten(name)
    )
  )
]
