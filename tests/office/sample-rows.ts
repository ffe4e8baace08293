/**
 * Generates a sample row of any table, and a sample result of any function, from src/types/database.ts. New columns are
 * therefore included automatically.
 */
import ts from 'typescript'
import source from '@/types/database.ts?raw'

export interface Sample {
  /** The value of every text column for which `of` returns undefined. */
  text: string
  /** Returns the value of a column for which the type is not enough; undefined if any value of the column's type will do. */
  of: (column: string) => unknown
}

const file = ts.createSourceFile('database.ts', source, ts.ScriptTarget.Latest)

const isNamed = (node: ts.Node, name: string): node is ts.PropertySignature =>
  ts.isPropertySignature(node) &&
  (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) &&
  node.name.text === name

function memberOf(type: ts.TypeNode | undefined, name: string): ts.TypeNode | undefined {
  if (!type || !ts.isTypeLiteralNode(type)) return undefined
  return type.members.find((member): member is ts.PropertySignature => isNamed(member, name))?.type
}

const database = file.statements.find(
  (one): one is ts.TypeAliasDeclaration => ts.isTypeAliasDeclaration(one) && one.name.text === 'Database'
)?.type

const at = (path: readonly string[]): ts.TypeNode | undefined => path.reduce(memberOf, database)

/** Returns the names in a type: ['public', 'Tables', 'promos', 'Row'] for `Database['public']['Tables']['promos']['Row']`. */
function pathOf(type: ts.TypeNode): string[] {
  if (!ts.isIndexedAccessTypeNode(type)) return []
  const { indexType } = type
  const name = ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : ''
  return [...pathOf(type.objectType), name]
}

const isPage = (type: ts.TypeNode | undefined): type is ts.TypeReferenceNode =>
  type !== undefined && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'Page'

function filled(type: ts.TypeNode | undefined, column: string, sample: Sample): unknown {
  const known = sample.of(column)
  if (known !== undefined) return known
  if (!type) return null
  if (ts.isUnionTypeNode(type)) return filled(type.types[0], column, sample)
  if (ts.isArrayTypeNode(type)) return [filled(type.elementType, column, sample)]
  if (isPage(type)) return { rows: [filled(type.typeArguments?.[0], column, sample)], next: null }
  if (ts.isIndexedAccessTypeNode(type)) return filled(at(pathOf(type)), column, sample)
  if (ts.isLiteralTypeNode(type)) return ts.isStringLiteral(type.literal) ? type.literal.text : null
  if (ts.isTypeLiteralNode(type)) {
    const columns = type.members.filter(ts.isPropertySignature).map((member) => {
      const name = (member.name as ts.Identifier).text
      return [name, filled(member.type, name, sample)]
    })
    return Object.fromEntries(columns)
  }
  if (type.kind === ts.SyntaxKind.StringKeyword) return sample.text
  if (type.kind === ts.SyntaxKind.NumberKeyword) return 12.5
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return true
  return null
}

/** Returns a sample row of a table or view; null if there is no table or view of this name. */
export function rowOf(table: string, sample: Sample): Record<string, unknown> | null {
  const row = at(['public', 'Tables', table, 'Row']) ?? at(['public', 'Views', table, 'Row'])
  return row ? (filled(row, table, sample) as Record<string, unknown>) : null
}

const resultOf = (name: string) => memberOf(at(['public', 'Functions', name]), 'Returns')

/** Returns a sample result of a database function. */
export const answerOf = (name: string, sample: Sample): unknown => filled(resultOf(name), name, sample)

/** Returns rows in the form in which a table, or the database function of this name, returns them. */
export const rowsAs = (name: string, rows: unknown): unknown =>
  Array.isArray(rows) && isPage(resultOf(name)) ? { rows, next: null } : rows
