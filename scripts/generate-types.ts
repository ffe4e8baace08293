/**
 * Writes `src/types/database.ts`, the `Database` type of supabase-js, `src/types/{text,public}-limits.ts`, `src/types/limits.ts`,
 * `src/types/statuses.ts`, `src/types/rules.ts`, `docs/reference/tables.md`, `docs/reference/settings.md`, `docs/reference/booking-life.md` and `test-results/tables.md`, from the catalogue of a migrated
 * database.
 *
 *   node scripts/generate-types.ts [--url=postgresql://…] [--check]
 *
 * Domains over text with a list of values become unions and are listed as Enums. A function whose comment says
 * `@returns <table>` returns that table's row as JSON, `@returns page of <table>` a page of such rows. Comments of tables, columns and functions become those of the types.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import postgres from 'postgres'
import { root, withDatabase, writeOrCheck } from './catalogue.ts'
import { writeLife } from './docs/life.ts'
import { readDomains, readLife, readTables } from './docs/read.ts'
import { readDefaults, readGroups, writeSettings } from './docs/settings.ts'
import { listTables, writeTables } from './docs/tables.ts'
import { type Catalogue, type Column, type Func, type Limits, readCatalogue } from './read-catalogue.ts'

const path = 'src/types/database.ts'
const textLimitsPath = 'src/types/text-limits.ts'
const publicLimitsPath = 'src/types/public-limits.ts'
const limitsPath = 'src/types/limits.ts'
const statusesPath = 'src/types/statuses.ts'
const rulesPath = 'src/types/rules.ts'

const scalars: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
  point: 'unknown',
  record: 'Record<string, unknown>'
}
const texts = new Set([
  'text',
  'varchar',
  'bpchar',
  'uuid',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'interval',
  'name'
])

function tsType(catalogue: Catalogue, type: string): string {
  if (type.startsWith('_')) return `${tsType(catalogue, type.slice(1))}[]`
  if (catalogue.enums.has(type)) return `Database['public']['Enums']['${type}']`
  if (catalogue.relations.has(type)) return rowOf(catalogue, type)
  return scalars[type] ?? (texts.has(type) ? 'string' : 'unknown')
}

function rowOf(catalogue: Catalogue, name: string): string {
  if (catalogue.relations.get(name)?.kind === 'composite') return `Database['public']['CompositeTypes']['${name}']`
  const kind = catalogue.relations.get(name)?.kind === 'view' ? 'Views' : 'Tables'
  return `Database['public']['${kind}']['${name}']['Row']`
}

/** Turns the database's comment on an object into the comment of a type. */
function doc(comment: string): string {
  return comment === '' ? '' : `/** ${comment.replaceAll('*/', '* /')} */\n`
}

function fields(catalogue: Catalogue, columns: readonly Column[], form: 'Row' | 'Insert' | 'Update'): string {
  return columns
    .map((column) => {
      if (form !== 'Row' && column.generated) return `${column.name}?: never`
      const isOptional = form === 'Update' || (form === 'Insert' && (column.nullable || column.has_default))
      const type = `${tsType(catalogue, column.type)}${column.nullable ? ' | null' : ''}`
      return `${form === 'Row' ? doc(column.comment) : ''}${column.name}${isOptional ? '?' : ''}: ${type}`
    })
    .join('\n')
}

function relationSource(catalogue: Catalogue, name: string): string {
  const relation = catalogue.relations.get(name)
  if (!relation) return ''
  const links = relation.relationships
    .map(
      (link) => `{
        foreignKeyName: '${link.name}'
        columns: [${link.columns.map((column) => `'${column}'`).join(', ')}]
        isOneToOne: ${link.is_one_to_one}
        referencedRelation: '${link.referenced}'
        referencedColumns: [${link.referenced_columns.map((column) => `'${column}'`).join(', ')}]
      }`
    )
    .join(',\n')
  const writable =
    relation.kind === 'view'
      ? ''
      : `Insert: {${fields(catalogue, relation.columns, 'Insert')}}
         Update: {${fields(catalogue, relation.columns, 'Update')}}`
  return `${doc(relation.comment)}${name}: {
    Row: {
${fields(catalogue, relation.columns, 'Row')}}
    ${writable}
    Relationships: [${links}]
  }`
}

function compositeSource(catalogue: Catalogue, name: string): string {
  const relation = catalogue.relations.get(name)
  return relation ? `${doc(relation.comment)}${name}: {${fields(catalogue, relation.columns, 'Row')}}` : ''
}

function functionSource(catalogue: Catalogue, func: Func): string {
  const args = func.args
    .map(
      (arg) =>
        `${arg.name}${arg.has_default ? '?' : ''}: ${tsType(catalogue, arg.type)}${arg.has_default ? ' | null' : ''}`
    )
    .join('\n')
  const [, page, said] = /@returns (page of )?(\w+)/.exec(func.comment) ?? []
  const single =
    said !== undefined
      ? page
        ? `Page<${rowOf(catalogue, said)}>`
        : rowOf(catalogue, said)
      : func.columns.length > 0
        ? `{${func.columns.map((column) => `${column.name}: ${tsType(catalogue, column.type)}`).join('\n')}}`
        : tsType(catalogue, func.returns)
  return `${doc(func.comment)}${func.name}: {
    Args: ${func.args.length === 0 ? 'never' : `{${args}}`}
    Returns: ${single}${func.is_set ? '[]' : ''}
  }`
}

function source(catalogue: Catalogue): string {
  const names = (kind: string): string[] =>
    [...catalogue.relations].filter(([, relation]) => relation.kind === kind).map(([name]) => name)
  const enums = [...catalogue.enums].map(([name, values]) => `${name}: ${values.map((v) => `'${v}'`).join(' | ')}`)
  return `// Generated from the database by scripts/generate-types.ts; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

/** Arguments with which the call that returned a page of a list returns the next page; null after the last page. */
export type NextPage = Record<string, string> | null

export type Page<Row> = { rows: Row[]; next: NextPage }

export type Database = {
  public: {
    Tables: {
${names('table')
  .map((name) => relationSource(catalogue, name))
  .join('\n')}}
    Views: {
${names('view')
  .map((name) => relationSource(catalogue, name))
  .join('\n')}}
    Functions: {
${catalogue.functions.map((func) => functionSource(catalogue, func)).join('\n')}}
    Enums: {${enums.join('\n')}}
    CompositeTypes: {
${names('composite')
  .map((name) => compositeSource(catalogue, name))
  .join('\n')}}
  }
}

type Public = Database['public']

/** A row of a table or view. */
export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name] extends { Row: infer Row }
  ? Row
  : never

/** What may be inserted into a table. */
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert']

/** What may be updated in a table. */
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update']

/** The values of a closed list. */
export type Enums<Name extends keyof Public['Enums']> = Public['Enums'][Name]
`
}

const head = '// Generated from the database by scripts/generate-types.ts; do not edit.\n'

function limitsOf(limits: Limits<unknown>): string {
  const tables = [...limits].map(
    ([table, columns]) =>
      `${table}: {${columns.map(({ column, limit }) => `${column}: ${JSON.stringify(limit)}`).join(', ')}}`
  )
  return `{${tables.join(',\n')}} as const\n`
}

const textLimitsSource = ({ textLimits }: Catalogue): string => `${head}
/** Maximum characters of text columns, by table. */
export const textLimits = ${limitsOf(textLimits)}`

/** The limits that visitors' pages need, without the office's. */
const publicLimitsSource = ({ listLimits, codeLengths, bucketLimits }: Catalogue): string => `${head}
/** Maximum entries of list columns, by table. */
export const listLimits = ${limitsOf(listLimits)}
/** Number of digits of codes, by table. */
export const codeLengths = ${limitsOf(codeLengths)}
/** Maximum bytes and allowed types of files in a bucket; null for no limit. */
export const bucketLimits = {${bucketLimits.map(({ name, ...limit }) => `${name}: ${JSON.stringify(limit)}`).join(',\n')}} as const\n`

const limitsSource = ({ numberLimits, openLimits, priceLists, patterns, choices }: Catalogue): string => `${head}
/** Minimum and maximum of number columns, by table. */
export const numberLimits = ${limitsOf(numberLimits)}
/** Limits of number columns, by table. \`above\` and \`below\` are not allowed themselves; \`from\` and \`to\` are. */
export const openLimits = ${limitsOf(openLimits)}
/** Columns with price lists: most entries, largest amount, longest description (characters; null: entries have none). */
export const priceLists = ${limitsOf(priceLists)}
/** Patterns of the settings' texts, as regular expressions. */
export const patterns = ${limitsOf(patterns)}
/** Settings with a closed list of values. */
export const choices = ${limitsOf(choices)}`

const statusesSource = ({ statusSets }: Catalogue): string => `${head}
import type { Enums } from './database'

type Statuses = readonly Enums<'booking_status'>[]

${statusSets
  .map(
    ({ name, statuses, comment }) =>
      `${doc(comment)}export const ${name.toUpperCase()}: Statuses = ${JSON.stringify(statuses)}\n`
  )
  .join('\n')}`

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const rulesSource = ({ rules, mostAtOnce }: Catalogue): string => `${head}
${rules
  .map(({ name, value, isTime, comment }) => {
    const words = isTime ? `${comment.replace(/\.$/, '')} (ms).` : comment
    return `${doc(words)}export const ${camel(name)}${isTime ? 'Ms' : ''} = ${value}\n`
  })
  .join('\n')}
${mostAtOnce
  .map(
    ({ purpose, most }) =>
      `/** How many may exist at the same time: \`${purpose}\` of \`app.limits\`. @public */\nexport const ${camel(`most_${purpose}`)} = ${most}\n`
  )
  .join('\n')}`

/** Formats like the rest of the project. The file name only selects the rules; the linter ignores generated files. */
function format(text: string): string {
  const biome = resolve(root, 'node_modules/.bin/biome')
  const done = spawnSync(biome, ['format', '--stdin-file-path=scripts/generated.ts'], {
    input: text,
    cwd: root,
    encoding: 'utf8'
  })
  if (done.status !== 0) throw new Error(`biome: ${done.stderr}`)
  return done.stdout
}

const args = process.argv.slice(2)
process.exitCode = await withDatabase(args, async (url) => {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const catalogue = await readCatalogue(sql)
    const codes = [
      await writeOrCheck(path, format(source(catalogue)), args),
      await writeOrCheck(textLimitsPath, format(textLimitsSource(catalogue)), args),
      await writeOrCheck(publicLimitsPath, format(publicLimitsSource(catalogue)), args),
      await writeOrCheck(limitsPath, format(limitsSource(catalogue)), args),
      await writeOrCheck(rulesPath, format(rulesSource(catalogue)), args),
      await writeOrCheck(statusesPath, format(statusesSource(catalogue)), args)
    ]
    const [tables, domains] = [await readTables(sql), await readDomains()]
    codes.push(await writeOrCheck('docs/reference/tables.md', writeTables(tables, domains), args))
    await mkdir(resolve(root, 'test-results'), { recursive: true })
    await writeFile(resolve(root, 'test-results/tables.md'), listTables(tables, domains))
    codes.push(await writeOrCheck('docs/reference/booking-life.md', writeLife(await readLife(sql)), args))
    const settings = writeSettings(catalogue, await readDefaults(sql), await readGroups())
    codes.push(await writeOrCheck('docs/reference/settings.md', settings, args))
    return Math.max(...codes)
  } finally {
    await sql.end()
  }
})
