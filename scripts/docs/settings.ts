import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { root } from '../catalogue.ts'
import type { Catalogue } from '../read-catalogue.ts'

const SOURCE = 'supabase/schemas/base/kernel/2_settings.sql'

/**
 * The groups of the settings in the source of their table: a heading before dashes, and the columns below it. A column that came
 * after the first release stands at the end, below its group's heading again.
 */
export async function readGroups(): Promise<Map<string, string[]>> {
  const [, columns = ''] =
    /create table public\.settings \(\n([\s\S]*?)\n\);/.exec(await readFile(join(root, SOURCE), 'utf8')) ?? []
  const groups = new Map<string, string[]>()
  let keys: string[] = []
  for (const line of columns.split('\n')) {
    const [, heading] = /^ {2}-- (.+?) -{3,}$/.exec(line) ?? []
    const [, key] = /^ {2}"?(\w+)"? [a-z]/.exec(line) ?? []
    if (heading) {
      keys = groups.get(heading) ?? []
      groups.set(heading, keys)
    } else if (key && key !== 'constraint') keys.push(key)
  }
  groups.delete('Kept by the table')
  return groups
}

/** The defaults of the settings as SQL writes them, without their types. */
export async function readDefaults(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; value: string }[]>`
    select a.attname as name, regexp_replace(coalesce(pg_get_expr(d.adbin, d.adrelid), ''), '::[a-z ]+(\\[\\])?$', '') as value
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = 'public.settings'::regclass and a.attnum > 0 and not a.attisdropped`
  return new Map(rows.map(({ name, value }) => [name, value]))
}

const onOff: Record<string, string> = { true: 'on', false: 'off' }

/** Writes the page `docs/reference/settings.md`: every setting in the groups and the order of its page. */
export function writeSettings(
  { relations, numberLimits, choices, textLimits }: Catalogue,
  defaults: ReadonlyMap<string, string>,
  groups: ReadonlyMap<string, readonly string[]>
): string {
  const columns = new Map(relations.get('settings')?.columns.map((column) => [column.name, column]))
  const limitOf = <Limit>(limits: Map<string, { column: string; limit: Limit }[]>, key: string): Limit | undefined =>
    limits.get('settings')?.find(({ column }) => column === key)?.limit
  const valuesOf = (key: string): string => {
    const bounds = limitOf(numberLimits, key)
    const length = limitOf(textLimits, key)
    const isEmpty = columns.get(key)?.nullable ? ', or empty' : ''
    if (bounds) return `${bounds[0]} to ${bounds[1]}${isEmpty}`
    if (columns.get(key)?.type === 'bool') return 'on, off'
    return limitOf(choices, key)?.join(', ') ?? (length ? `up to ${length} characters` : '')
  }
  const rowOf = (key: string): string => {
    const value = (defaults.get(key) ?? '').replace(/^'(.*)'$/, '$1')
    const about = (columns.get(key)?.comment ?? '').replaceAll('|', '\\|')
    return `| \`${key}\` | ${onOff[value] ?? value} | ${valuesOf(key)} | ${about} |`
  }
  const sections = [...groups].map(([group, keys]) => {
    const rows = keys.map(rowOf)
    return `## ${group}\n\n| setting | default | values | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
  })
  return `<!-- Generated from the database by scripts/generate-types.ts; do not edit. -->
# Settings

All settings, in the groups of the page \`/settings\` and of the table \`public.settings\`, one typed row. How they are changed: [settings](../use/settings.md).

${sections.join('\n\n')}
`
}
