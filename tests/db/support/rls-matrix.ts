/** The cells of rls-matrix.txt, and the tables and views that they are about. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from './people.ts'

export const commands = ['select', 'insert', 'update', 'delete'] as const
export type Command = (typeof commands)[number]
export const people = ['rider', 'driver', 'fleetadmin', 'admin'] as const
export const roles = ['anon', ...people, 'service'] as const
export type Role = (typeof roles)[number]

/**
 * By table, then by cell (`select rider`): the rows that the role reaches, as in the file. The cell `needs` is the permission of
 * admins.
 */
export type Matrix = Map<string, Map<string, string>>

const groups: Record<string, readonly string[]> = {
  people,
  everyone: ['anon', ...people],
  write: ['insert', 'update', 'delete']
}
const words = (list: string): string[] => list.split(/,\s*|\s+/).flatMap((word) => groups[word] ?? [word])

function parse(text: string): Matrix {
  const matrix: Matrix = new Map()
  let cells = new Map<string, string>()
  for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    const [, verbs, who, rows] = /^ {2}((?:\w+, )*\w+) ((?:\w+, )*\w+): (.+)$/.exec(line) ?? []
    if (verbs && who && rows) {
      for (const verb of words(verbs)) for (const role of words(who)) cells.set(`${verb} ${role}`, rows)
    } else if (/^ {2}needs \w+$/.test(line)) {
      cells.set('needs', line.trim().split(' ')[1] ?? '')
    } else if (/^\w+$/.test(line)) {
      cells = new Map()
      matrix.set(line, cells)
    } else throw new Error(`rls-matrix.txt: not understood: ${line}`)
  }
  for (const cell of [...matrix.values()].flatMap((one) => [...one.keys()])) {
    const [verb = '', role = ''] = cell.split(' ')
    if (cell === 'needs') continue
    if (!commands.includes(verb as Command) || !roles.includes(role as Role)) throw new Error(`rls-matrix.txt: ${cell}`)
  }
  return matrix
}

export const readMatrix = (): Matrix => parse(readFileSync(join(import.meta.dirname, '../rls-matrix.txt'), 'utf8'))

/** What everyone owns, whatever the role: the rows that riders and drivers reach in a table. */
export function ownRows(matrix: Matrix, name: string, id: string, command: Command = 'select'): string {
  const cells = (['rider', 'driver'] as const).map((role) => matrix.get(name)?.get(`${command} ${role}`) ?? 'nothing')
  return cells.map((rows) => `(${conditionOf(rows, id)})`).join(' or ')
}

/** The condition of a cell for a person, in which the table is `t`. */
export const conditionOf = (rows: string, id: string | undefined): string =>
  rows === 'all' ? 'true' : rows === 'nothing' ? 'false' : rows.replace(/\bme\b/g, `'${id}'::uuid`)

export interface Relation {
  name: string
  isView: boolean
  /** Columns that a statement may set. */
  columns: string[]
}

/** Every table and view of the schema public, except those of extensions. */
export async function relations(tx: Sql): Promise<Relation[]> {
  return tx<Relation[]>`
    select c.relname as name, c.relkind in ('v', 'm') as "isView",
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    group by c.oid order by c.relname`
}
