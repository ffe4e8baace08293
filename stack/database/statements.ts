/** One statement of a script, without its final semicolon. */
export interface Statement {
  text: string
  /** Index in the script at which `text` starts, in characters. */
  offset: number
}

/**
 * Matches the parts of a script that `splitStatements` must know. They are comments, quoted strings and names, dollar quotes,
 * semicolons, and words, which may begin or end a nested block.
 */
const token =
  /--[^\n]*|\/\*|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|;|[A-Za-z_][\w$]*/g

function afterBlockComment(script: string, from: number): number {
  const edge = /\/\*|\*\//g
  edge.lastIndex = from
  for (let depth = 1; depth > 0; ) {
    const found = edge.exec(script)
    if (!found) return script.length
    depth += found[0] === '/*' ? 1 : -1
  }
  return edge.lastIndex
}

/** Tracks whether the splitter is inside a body `begin atomic … end`, whose semicolons belong to the function. */
function createNesting(): { word(text: string): void; readonly open: boolean } {
  let depth = 0
  let previous = ''
  return {
    word(text) {
      const word = text.toLowerCase()
      if (word === 'atomic' && previous === 'begin') depth += 1
      else if (depth > 0 && word === 'case') depth += 1
      else if (depth > 0 && word === 'end') depth -= 1
      previous = word
    },
    get open() {
      return depth > 0
    }
  }
}

const blank = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/

/**
 * Splits a script at the semicolons that end statements. Comments stay with the following statement; pieces with only comments
 * and white space are dropped.
 */
export function splitStatements(script: string): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let nesting = createNesting()
  const push = (end: number): void => {
    const text = script.slice(start, end)
    const lead = text.length - text.trimStart().length
    if (!blank.test(text)) statements.push({ text: text.trim(), offset: start + lead })
  }
  const scan = new RegExp(token)
  for (let found = scan.exec(script); found; found = scan.exec(script)) {
    const [text] = found
    if (text === '/*') scan.lastIndex = afterBlockComment(script, scan.lastIndex)
    else if (text.startsWith('$')) {
      const close = script.indexOf(text, scan.lastIndex)
      scan.lastIndex = close === -1 ? script.length : close + text.length
    } else if (/^[A-Za-z_]/.test(text) && !text.includes("'")) nesting.word(text)
    else if (text === ';' && !nesting.open) {
      push(found.index)
      start = scan.lastIndex
      nesting = createNesting()
    }
  }
  push(script.length)
  return statements
}

/** Returns line and column, both counted from 1, of the character at `offset`. */
export function locate(script: string, offset: number): { line: number; column: number } {
  const before = script.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Returns the index in the script of a statement's first word, after its comments. */
export function firstWord(statement: Statement): number {
  const lead = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(statement.text)
  return statement.offset + (lead?.[0].length ?? 0)
}
