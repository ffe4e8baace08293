import { parseSync } from 'libpg-query'

/** A statement that changes all rows of a table, because it has no condition. */
export type Whole = 'UpdateStmt' | 'DeleteStmt'

/** Returns the names of all nodes of a parse tree that change rows without a WHERE, also those inside of other statements. */
function wholeOf(node: unknown): Whole[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, inner]) => [
    ...((name === 'UpdateStmt' || name === 'DeleteStmt') && !(inner as { whereClause?: unknown }).whereClause
      ? [name as Whole]
      : []),
    ...wholeOf(inner)
  ])
}

/** Replaces comments and the contents of quoted texts by spaces, so that places in the code stay the same. */
function bare(body: string): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
  return body.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/g, (text) =>
    text.startsWith('-') || text.startsWith('/') ? blank(text) : `${text[0]}${blank(text.slice(1, -1))}${text.at(-1)}`
  )
}

/** The beginnings of statements that change rows: not `on conflict do update`, a lock or a trigger's event. */
const beginning = /(?<!\b(?:do|for|for no key|on|or|before|after)\s+)\b(?:update|delete\s+from)\s+(?!of\b|on\b|or\b)/gi

/** Returns the end of a statement: its semicolon, the `loop` over its rows, or the bracket that closes the query around it. */
function endOf(code: string, from: number): number {
  let depth = 0
  for (const { 0: mark, index } of code.slice(from).matchAll(/[();]|\bloop\b/gi)) {
    if (mark === '(') depth += 1
    else if (mark === ')') depth -= 1
    if (depth < 0 || (depth === 0 && mark !== '(' && mark !== ')')) return from + index
  }
  return code.length
}

/** Matches the target of a result in PL/pgSQL, which is no SQL: `returning b.* into v_booking`. */
const target = /\binto\s+(?:strict\s+)?[a-z_][\w.]*(?:\s*,\s*[a-z_][\w.]*)*/gi

/**
 * Returns the statements that change rows in the body of a PL/pgSQL function. The parser knows SQL only, so each is cut out of
 * the code around it; a dynamic statement is one more text.
 */
function statementsIn(body: string): string[] {
  const code = bare(body)
  const written = [...code.matchAll(beginning)].map(({ index }) => {
    const end = endOf(code, index)
    return body.slice(index, end).replace(target, (into, at: number) => (code[index + at] === into[0] ? ' ' : into))
  })
  const quoted = [...body.matchAll(/\bexecute\s+(?:format\s*\(\s*)?'((?:[^']|'')*)'/gi)].flatMap(([, text = '']) => {
    const dynamic = text.replaceAll("''", "'").replace(/%\d*\$?[IsL]/g, 'x')
    return dynamic.search(beginning) < 0 ? [] : [dynamic]
  })
  return [...written, ...quoted]
}

/**
 * Returns which statements of a function change rows without a WHERE.
 *
 * @throws Error with the statement that could not be parsed
 */
export function wholeTableChanges(language: string, body: string): Whole[] {
  const statements = language === 'sql' ? [body] : statementsIn(body)
  return statements.flatMap((statement) => {
    try {
      return wholeOf(parseSync(statement))
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : error}: ${statement}`)
    }
  })
}
