import type { Reference, Table } from './read.ts'

/** Most tables of a domain in one diagram. Tables of other domains to which they refer come on top. */
const MOST = 14
/** A table with so many references from its own domain gets a diagram of its own if the domain is too large for one. */
const MANY = 5
/** Nearly every table refers to it, so outside of its domain a key to it is named in its row, without a line. */
const EVERYWHERE = 'profiles'

const quoted = (name: string): string => (name.includes('.') ? `"${name}"` : name)

const types: Record<string, string> = { 'timestamp with time zone': 'timestamptz', 'character varying': 'varchar' }

/** An entity with its keys. A key that has no line names its target. */
function drawTable({ name, keys, references }: Table, isUnlinedTo: (to: string) => boolean): string {
  const rows = keys.map((column) => {
    const kinds = [column.isPrimary && 'PK', column.isForeign && 'FK'].filter(Boolean).join(', ')
    const isUnlined = references.some(({ to, columns }) => isUnlinedTo(to) && columns[0] === column.name)
    const type = (types[column.type] ?? column.type).replaceAll(' ', '_')
    return `    ${type} ${column.name} ${kinds}${isUnlined ? ` "${EVERYWHERE}"` : ''}`
  })
  return rows.length > 0 ? `  ${quoted(name)} {\n${rows.join('\n')}\n  }` : `  ${quoted(name)}`
}

/** A line from the referenced table to the one that refers: how many of each belong together. */
const drawReference = (from: string, { to, isOptional, isUnique }: Reference): string =>
  `  ${quoted(to)} ${isOptional ? '|o' : '||'}--${isUnique ? 'o|' : 'o{'} ${quoted(from)} : ""`

function draw(tables: readonly Table[]): string {
  const isUnlinedTo = (to: string): boolean => to === EVERYWHERE && !tables.some(({ name }) => name === to)
  const lines = tables.flatMap(({ name, references }) =>
    references.filter(({ to }) => !isUnlinedTo(to)).map((reference) => drawReference(name, reference))
  )
  const boxes = tables.map((table) => drawTable(table, isUnlinedTo))
  return ['```mermaid', 'erDiagram', '  direction LR', ...boxes, ...new Set(lines), '```'].join('\n')
}

/**
 * Splits the tables of a large domain: those around each table to which many of them refer, a table of the domain first, then
 * the rest.
 */
export function split(tables: readonly Table[]): { about: string | null; tables: Table[] }[] {
  if (tables.length === 0) return []
  if (tables.length <= MOST) return [{ about: null, tables: [...tables] }]
  const targetsOf = ({ references }: Table): string[] => references.map(({ to }) => to)
  const isOwn = (name: string): boolean => tables.some((table) => table.name === name)
  const countTo = (name: string): number => tables.filter((table) => targetsOf(table).includes(name)).length
  const centres = [...new Set(tables.flatMap(targetsOf))]
    .filter((name) => name !== EVERYWHERE && countTo(name) >= MANY)
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || countTo(b) - countTo(a))
  const centreOf = (table: Table): string | undefined =>
    centres.find((centre) => table.name === centre) ?? centres.find((centre) => targetsOf(table).includes(centre))
  return [...centres, undefined].flatMap((centre) => {
    const part = tables.filter((table) => centreOf(table) === centre)
    return part.length > 0 ? [{ about: centre ? `Around ${centre}` : 'The others', tables: part }] : []
  })
}

const list = (tables: readonly Table[]): string => tables.map(({ name }) => `\`${name}\``).join(', ')

function writeDomain(domain: string, tables: readonly Table[]): string {
  const isReferred = (name: string): boolean =>
    tables.some(({ references }) => references.some(({ to }) => to === name))
  const drawn = tables.filter(({ name, references }) => references.length > 0 || isReferred(name))
  const others = tables.filter((table) => !drawn.includes(table))
  return [
    `## ${domain}`,
    ...split(drawn).flatMap(({ about, tables }) => [...(about ? [`### ${about}`] : []), draw(tables)]),
    ...(others.length > 0 ? [`Without a key to another table: ${list(others)}.`] : [])
  ].join('\n\n')
}

type Domains = ReadonlyMap<string, readonly string[]>

/** Writes the page `test-results/tables.md`: each table with its comment and its readers. */
export function listTables(tables: readonly Table[], domains: Domains): string {
  const sections = [...domains].flatMap(([domain, names]) => {
    const rows = tables
      .filter(({ name }) => names.includes(name))
      .map(({ name, isView, about, readers }) =>
        [`${isView ? 'view ' : ''}\`${name}\``, about, readers.join('; ') || (isView ? '' : 'functions only')]
          .map((cell) => cell.replaceAll('|', '\\|'))
          .join(' | ')
      )
    return rows.length > 0
      ? [`## ${domain}\n\n| table | contents | readers |\n|---|---|---|\n| ${rows.join(' |\n| ')} |\n`]
      : []
  })
  return `# Tables\n\n${sections.join('\n')}`
}

/** Writes the page `docs/reference/tables.md`: a diagram, or several, of each domain. */
export function writeTables(tables: readonly Table[], domains: Domains): string {
  const homeless = tables.filter(({ name }) => ![...domains.values()].flat().includes(name))
  if (homeless.length > 0) throw new Error(`No file of supabase/schemas creates ${list(homeless)}`)
  const sections = [...domains].flatMap(([domain, names]) => {
    const own = tables.filter(({ name }) => names.includes(name))
    return own.length > 0 ? [writeDomain(domain, own)] : []
  })
  return `<!-- Generated from the database by scripts/generate-types.ts; do not edit. -->
# Tables and their keys

A domain is a folder of \`supabase/schemas\`. Each box shows the keys only; \`src/types/database.ts\` has every column with its comment.
A line leads from a table to those that refer to it. Boxes without rows belong to other domains. A key to \`${EVERYWHERE}\` is named
in its row, because nearly every table has one.

${sections.join('\n\n')}
`
}
