/**
 * What a migration would lose. Each lost table, column or row needs a line that says so:
 *
 *   -- loses: public.bookings.old_note because 0.3.0 stores notes as rows, and the statement above copies them
 *   -- loses: rows of public.notices because …
 */
import { loadModule, type Node, parseSync, type RangeVar } from 'libpg-query'
import { splitStatements } from '../../stack/database/statements.ts'

const textOf = (node: Node | undefined): string => (node && 'String' in node ? (node.String.sval ?? '') : '')

function nameOf(node: Node | undefined): string {
  const parts = (node && 'List' in node ? (node.List.items ?? []) : node ? [node] : []).map(textOf)
  return parts.length > 1 ? parts.join('.') : `public.${parts[0] ?? ''}`
}

const tableOf = (range: RangeVar | undefined): string => `${range?.schemaname ?? 'public'}.${range?.relname ?? ''}`

interface Statements {
  DropStmt?: { objects?: Node[]; removeType?: string; behavior?: string }
  AlterTableStmt?: { relation?: RangeVar; cmds?: Node[]; objtype?: string }
  TruncateStmt?: { relations?: Node[] }
  DeleteStmt?: { relation?: RangeVar }
  MergeStmt?: { relation?: RangeVar; mergeWhenClauses?: Node[] }
  DoStmt?: unknown
}

const holders: Record<string, string> = {
  OBJECT_TABLE: '',
  OBJECT_MATVIEW: '',
  OBJECT_SCHEMA: 'schema ',
  OBJECT_TYPE: 'type ',
  OBJECT_DOMAIN: 'type ',
  OBJECT_EXTENSION: 'extension ',
  OBJECT_SEQUENCE: 'sequence '
}

function dropped({ objects = [], removeType = '', behavior }: NonNullable<Statements['DropStmt']>): string[] {
  const kind = holders[removeType]
  if (kind !== undefined) {
    const isBare = removeType === 'OBJECT_SCHEMA' || removeType === 'OBJECT_EXTENSION'
    return objects.map(
      (node) => `${kind}${isBare ? textOf(node) : nameOf('TypeName' in node ? typeNames(node) : node)}`
    )
  }
  // What hangs on a function or view can be a computed column.
  return behavior === 'DROP_CASCADE' ? ['whatever depends on it'] : []
}

const typeNames = (node: Node): Node => ({ List: { items: ('TypeName' in node && node.TypeName.names) || [] } }) as Node

/** Words of a block whose SQL is text. */
const inBlocks: [pattern: RegExp, key: (name: string, column: string) => string][] = [
  [/\bdrop\s+table\s+(?:if\s+exists\s+)?([\w."]+)/gi, (name) => name],
  [
    /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w."]+)\s+drop\s+column\s+(?:if\s+exists\s+)?([\w"]+)/gi,
    (name, column) => `${name}.${column}`
  ],
  [/\bdrop\s+schema\s+(?:if\s+exists\s+)?([\w."]+)/gi, (name) => `schema ${name}`],
  [/\bdelete\s+from\s+(?:only\s+)?([\w."]+)/gi, (name) => `rows of ${name}`],
  [/\btruncate\s+(?:table\s+)?(?:only\s+)?([\w."]+)/gi, (name) => `rows of ${name}`]
]

/** Keys of everything that the statements of a migration take away. Functions only take rows away when they are called. */
export async function lossesOf(sql: string): Promise<string[]> {
  await loadModule()
  const found: string[] = []
  for (const { text } of splitStatements(sql)) {
    for (const { stmt } of parseSync(text).stmts ?? []) {
      const { DropStmt, AlterTableStmt, TruncateStmt, DeleteStmt, MergeStmt, DoStmt } = (stmt ?? {}) as Statements
      if (DropStmt) found.push(...dropped(DropStmt))
      for (const command of AlterTableStmt?.cmds ?? []) {
        const { subtype, name } =
          (command as { AlterTableCmd?: { subtype?: string; name?: string } }).AlterTableCmd ?? {}
        const isLoss = subtype === 'AT_DropColumn' || subtype === 'AT_AlterColumnType'
        if (isLoss) found.push(`${tableOf(AlterTableStmt?.relation)}.${name}`)
      }
      for (const node of TruncateStmt?.relations ?? []) {
        found.push(`rows of ${tableOf((node as { RangeVar?: RangeVar }).RangeVar)}`)
      }
      if (DeleteStmt) found.push(`rows of ${tableOf(DeleteStmt.relation)}`)
      if (MergeStmt && JSON.stringify(MergeStmt.mergeWhenClauses).includes('CMD_DELETE')) {
        found.push(`rows of ${tableOf(MergeStmt.relation)}`)
      }
      if (!DoStmt) continue
      for (const [pattern, key] of inBlocks) {
        for (const [, name = '', column = ''] of text.matchAll(pattern)) {
          found.push(key(name.includes('.') ? name : `public.${name}`, column).replaceAll('"', ''))
        }
      }
    }
  }
  return [...new Set(found)]
}

/** The losses that a migration names, with its reasons. */
export const namedLosses = (sql: string): Map<string, string> =>
  new Map(
    [...sql.matchAll(/^-- loses: (.+?) because (\S.*)$/gm)].map(([, key = '', reason = '']) => [key.trim(), reason])
  )

/** Losses that a migration does not name. */
export async function unnamedLosses(sql: string): Promise<string[]> {
  const named = namedLosses(sql)
  return (await lossesOf(sql)).filter((key) => !named.has(key))
}
