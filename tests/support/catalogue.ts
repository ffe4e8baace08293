import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Column {
  name: string
  type: string
}

export interface Relation {
  name: string
  columns: Column[]
}

const schema = readFileSync(join(import.meta.dirname, '../../supabase/schema.sql'), 'utf8')

/** Splits `a text DEFAULT 'x, y'::text, b numeric(10,2)` at the commas outside parentheses and quotes. */
const split = (text: string): string[] =>
  text.match(/(?:[^,('\n]|\([^)]*\)|'[^']*')+/g)?.map((part) => part.trim()) ?? []

function readColumn(text: string): Column[] {
  const [, quoted, bare, type] =
    /^(?:"([^"]+)"|([a-z_0-9]+)) (.+?)(?: DEFAULT .*| NOT NULL.*| GENERATED .*)?$/.exec(text) ?? []
  const name = quoted ?? bare
  return name && type && !text.startsWith('CONSTRAINT') ? [{ name, type }] : []
}

/** The tables of the API and their columns, from the dump of `npm run generate`. */
export const tables: Relation[] = [...schema.matchAll(/^CREATE TABLE public\.(\w+) \(\n((?: {4}.*\n)+)/gm)].map(
  ([, name = '', body = '']) => ({ name, columns: split(body.replaceAll('\n', ' ')).flatMap(readColumn) })
)

/** The API's functions and their arguments. */
export const functions: Relation[] = [...schema.matchAll(/^CREATE FUNCTION public\.(\w+)\((.*)\) RETURNS/gm)].map(
  ([, name = '', args = '']) => ({ name, columns: split(args).flatMap(readColumn) })
)
