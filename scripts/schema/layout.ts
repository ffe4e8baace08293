/**
 * Lays out SQL at 120 columns: names the files with longer lines, or with --fix (npm run format) breaks these lines. Only they
 * change, and only white space between tokens, comments, and where the text of a `comment on` is divided. What cannot be
 * broken, such as a long literal in a body, stays.
 *
 *     node scripts/schema/layout.ts [--fix] [files]
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sourcePaths } from '../migrations/sources.ts'

const WIDTH = 120

interface Token {
  text: string
  kind: 'word' | 'string' | 'comment' | 'space' | 'other'
}

const pattern =
  /(?<space>\s+)|(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>E?'(?:[^']|'')*'|"[^"]*")|(?<word>[\w$]+(?:\.[\w$]+)*)|(?<other>::|:=|=>|->>|->|<=|>=|<>|!~\*|~\*|!~|\|\||@>|<@|&&|[^\s\w$])/gy

function tokens(sql: string): Token[] {
  return [...sql.matchAll(pattern)].map((match) => {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) as [Token['kind'], string]
    return { text: match[0], kind }
  })
}

const commentStatement = /^(comment on [^']*?) is\s+('(?:[^']|'')*'(?:\s*\n\s*'(?:[^']|'')*')*);$/gm

const describeStatement = /^call app\.describe\('([^']+)', \$\$\n([\s\S]*?)\n\$\$\);$/gm

/** In `app.describe`, a line that is indented by four spaces continues the one before. */
const joined = (lines: string) => lines.replace(/\n {4,}/g, ' ')

/** Neighbouring literals are one text. */
const textOf = (literals: string) => [...literals.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => text).join('')

/** The tokens that PostgreSQL sees. */
export const meaning = (sql: string): string =>
  tokens(
    sql
      .replace(commentStatement, (_, head, literals) => `${head} is '${textOf(literals)}';`)
      .replace(describeStatement, (_, name, lines) => `describe '${name}' '${joined(lines).replaceAll("'", "''")}'`)
  )
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map(({ text }) => text)
    .join('\n')

/** Words before which a line breaks, by rank: the parts of a query, its conditions and joins, the arms of a case. */
const ranks: [RegExp, number][] = [
  [/^(?:from|where|group|order|having|limit|returning|values|set|union|except|using|window|returns|for|execute)$/, 0],
  [/^(?:and|or|left|right|inner|cross|full|join)$/, 1],
  [/^(?:when|else)$/, 2],
  [/^(?:on|check|references|language|filter|over)$/, 3],
  [/^(?:\|\||\+|-|\*|\/|=>|=|<|>|<=|>=|<>|->|->>)$/, 4],
  [/^\($/, 6]
]

/** A word that belongs to the one before it, so that no line breaks between the two. */
const bound: [word: RegExp, before: RegExp][] = [
  [/^join$/, /^(?:left|right|inner|cross|full|outer|lateral)$/],
  [/^order$/, /^within$/],
  [/^from$/, /^(?:distinct|epoch|year|month|day|hour|minute|isodow|dow)$/]
]

/** How willingly a line breaks before a word, 0 being the most; null if it does not. */
function rankOf(word: string, before: string): number | null {
  if (/^(?:then|loop)$/.test(before)) return 0
  if (before === ',') return 2
  if (before === ':=') return 4
  if (bound.some(([words, binding]) => words.test(word) && binding.test(before))) return null
  return ranks.find(([words]) => words.test(word))?.[1] ?? null
}

/** Breaks one line of code, as often as it needs. Returns its lines. */
function breakCode(line: string): string[] {
  const indent = /^ */.exec(line)?.[0] ?? ''
  const rest = `${indent}  `
  const lines: string[] = []
  let left = line
  while (left.length > WIDTH) {
    const at = bestBreak(left)
    if (at === null) break
    lines.push(left.slice(0, at).trimEnd())
    left = rest + left.slice(at).trimStart()
  }
  return [...lines, left]
}

/** Where a line breaks best: as far outside of brackets as possible, before a part of the query, the line well filled. */
function bestBreak(line: string): number | null {
  const indent = /^ */.exec(line)?.[0].length ?? 0
  let best: { at: number; cost: number } | null = null
  let [at, depth, outermost, cases, before] = [0, 0, 0, 0, '']
  // The `and` of `between` does not join conditions.
  let isBetween = false
  for (const { text, kind } of tokens(line)) {
    const word = text.toLowerCase()
    const closesCase = word === 'end' && cases > 0
    if (/^[)\]]$/.test(word) || closesCase) depth--
    if (closesCase) cases--
    outermost = Math.min(outermost, depth)
    const isBound = kind === 'space' || (word === 'and' && isBetween) || (before === 'then' && cases > 0)
    const rank = isBound ? null : rankOf(word, before)
    if (rank !== null && at > indent && at <= WIDTH && line[at - 1] === ' ') {
      const short = at - indent < 25 || line.length - at < 15 ? 40 : 0
      const cost = (depth - outermost) * 14 + rank * 5 + (WIDTH - at) * 0.3 + short
      if (best === null || cost <= best.cost) best = { at, cost }
    }
    if (/^[([]$/.test(word) || word === 'case') depth++
    if (word === 'case') cases++
    if (word === 'between' || word === 'and') isBetween = word === 'between'
    if (kind !== 'space') before = word
    at += text.length
  }
  return best?.at ?? null
}

/** Divides a text at spaces into parts of at most `room` characters. */
function fill(text: string, room: number): string[] {
  const parts: string[] = []
  let left = text
  while (left.length > room) {
    const at = left.lastIndexOf(' ', room)
    const cut = at > 0 ? at : left.indexOf(' ', room)
    if (cut < 0) break
    parts.push(left.slice(0, cut))
    left = left.slice(cut + 1)
  }
  return [...parts, left]
}

/** Fills a paragraph of `--` comments anew, from its first line that is too long to its end. */
function fillComments(lines: string[]): string[] {
  const result: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const match = /^( *)-- ?(.*)$/.exec(line)
    if (line.length <= WIDTH || !match) {
      result.push(line)
      continue
    }
    const [, indent = '', first = ''] = match
    // A list keeps its indentation; "Access:" and its like begin a paragraph.
    const hanging = /^(?:[-*] |\d+\. |\w+: +)/.exec(first)?.[0].replace(/./g, ' ') ?? ''
    const continues = new RegExp(`^${indent}-- {1,${hanging.length + 1}}(?![-*|] |\\d+\\. |\\w+: |[ ])(.+)$`)
    let text = first
    for (let next = continues.exec(lines[index + 1] ?? ''); next; next = continues.exec(lines[index + 1] ?? '')) {
      text += ` ${next[1]}`
      index++
    }
    const room = WIDTH - indent.length - 3
    const [head = '', ...others] = fill(text, room)
    result.push(`${indent}-- ${head}`)
    for (const part of fill(others.join(' '), room - hanging.length))
      if (part) result.push(`${indent}-- ${hanging}${part}`)
  }
  return result
}

/** Lays out `comment on … is '…'`: a line for each part of the text, its errors from a line of their own. */
function layOutComment(statement: string, head: string, literals: string): string {
  const text = textOf(literals)
  // Each line of a text with several lines is shown as it stands.
  if (statement.split('\n').every((line) => line.length <= WIDTH)) return statement
  const parts = text
    .split(/(?<=\n)|(?<= )(?=Errors: )/)
    .flatMap((sentence) =>
      fill(sentence.replace(/ $/, '\u0000'), WIDTH - 6).map((part, index, all) =>
        index < all.length - 1 ? `${part} ` : part.replace('\u0000', ' ')
      )
    )
  // A line break of the text is one in its literal too.
  return `${head} is\n  '${parts.join(`'\n  '`).replaceAll(`\n'\n  '`, '\n')}';`
}

function layOutDescription(statement: string, name: string, text: string): string {
  const lines = text.split('\n')
  if (lines.every((line) => line.length <= WIDTH)) return statement
  const filled = joined(text)
    .split('\n')
    .flatMap((line) => fill(line.slice(2), WIDTH - 4).map((part, index) => (index > 0 ? `    ${part}` : `  ${part}`)))
  return `call app.describe('${name}', $$\n${filled.join('\n')}\n$$);`
}

/** Breaks the head of a function: its arguments, what it returns, how it runs. */
function layOutHead(line: string): string[] {
  const [, head, how] = /^(.*?\)(?: returns .*?)?) (language (?:sql|plpgsql|c)\b.*)$/.exec(line) ?? []
  return head && how ? [...breakCode(head), ...breakCode(how)] : breakCode(line)
}

/** Turns `if … then …; end if;` on one line into lines. */
function openBlock(line: string): string[] {
  const match = /^( *)((?:els)?if .*? then|when .*? then|for .*? loop|else) (.*;) (end (?:if|loop|case);)$/.exec(line)
  const inner = match?.[3] ?? ''
  if (!match || tokens(inner).some(({ text }) => /^(?:if|elsif|loop|case|then|else)$/i.test(text))) return [line]
  const [, indent = '', head = '', , end = ''] = match
  return [`${indent}${head}`, ...statements(inner).map((one) => `${indent}  ${one}`), `${indent}${end}`]
}

function statements(code: string): string[] {
  const found: string[] = ['']
  for (const token of tokens(code)) {
    found[found.length - 1] += token.text
    if (token.text === ';') found.push('')
  }
  return found.map((one) => one.trim()).filter(Boolean)
}

/** Lays out a file. */
export function layOut(sql: string): string {
  const text = sql.replace(commentStatement, layOutComment).replace(describeStatement, layOutDescription)
  const literal = insideLiterals(text)
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line.length <= WIDTH || literal.has(index) ? [line] : layOutLine(line)))
  return fillComments(lines).join('\n')
}

/** The lines of literals with several lines, which stay as they are. */
function insideLiterals(text: string): Set<number> {
  const found = new Set<number>()
  let line = 0
  const masked = text.replace(describeStatement, (statement) => `'${statement.replaceAll("'", ' ')}'`)
  for (const { text: token, kind } of tokens(masked)) {
    const breaks = token.split('\n').length - 1
    if (kind === 'string') for (let index = line; breaks > 0 && index <= line + breaks; index++) found.add(index)
    line += breaks
  }
  return found
}

function layOutLine(line: string): string[] {
  if (/^ *--/.test(line)) return [line]
  const all = tokens(line)
  if (all.map(({ text }) => text).join('') !== line || all.some(({ text, kind }) => kind === 'other' && text === "'"))
    return [line]
  const last = all.at(-1)
  if (last?.kind === 'comment' && last.text.startsWith('--')) {
    const indent = /^ */.exec(line)?.[0] ?? ''
    const code = line.slice(0, -last.text.length).trimEnd()
    return [`${indent}${last.text}`, ...(code.length > WIDTH ? layOutLine(code) : [code])]
  }
  if (/^create (?:or replace )?(?:function|procedure) /.test(line)) return layOutHead(line)
  return openBlock(line).flatMap((one) => (one.length > WIDTH ? breakCode(one) : [one]))
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { fix: { type: 'boolean' } }, allowPositionals: true })
  const root = resolve(import.meta.dirname, '../..')
  const paths =
    positionals.length > 0 ? positionals : (await sourcePaths(root)).map((path) => join(root, 'supabase', path))
  const open: string[] = []
  for (const path of paths) {
    const before = await readFile(path, 'utf8')
    const after = layOut(before)
    if (meaning(after) !== meaning(before)) throw new Error(`${path}: the layout would change more than white space`)
    if (after === before) continue
    if (values.fix) await writeFile(path, after)
    else open.push(relative(root, path))
  }
  if (open.length > 0) {
    console.error(`Lines over ${WIDTH} columns: run npm run format\n${open.join('\n')}`)
    process.exitCode = 1
  }
}
