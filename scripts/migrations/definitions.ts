import { firstWord, splitStatements } from '../../stack/database/statements.ts'
import { hashOf } from './sources.ts'

export type Kind =
  | 'function'
  | 'view'
  | 'policy'
  | 'trigger'
  | 'index'
  | 'domain'
  | 'enum'
  | 'comment'
  | 'job'
  | 'right'
  | 'own'

/** One statement of the SQL sources, stored under a key that does not depend on its text. */
export interface Definition {
  key: string
  kind: Kind
  /** The statement's text, without the comments before it and without its semicolon. */
  text: string
  hash: string
  /** The drop statement, if the kind has one. */
  drop?: string
}

const name = String.raw`((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?)`

/** The part of `text` from the bracket at `open` to the one that closes it, without both. */
function between(text: string, open: number): string {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(open + 1, at)
  }
  return text.slice(open + 1)
}

function splitOuter(list: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= list.length; at += 1) {
    if (list[at] === '(') depth += 1
    else if (list[at] === ')') depth -= 1
    else if (at === list.length || (list[at] === ',' && depth === 0)) {
      parts.push(list.slice(start, at))
      start = at + 1
    }
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const plain = (text: string): string =>
  text
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The argument types for a call: `(id uuid, out a text, b int default 1)` -> `uuid, int`. */
function argumentTypes(list: string): string {
  return splitOuter(plain(list))
    .filter((argument) => !/^out\s/i.test(argument))
    .map((argument) => argument.replace(/^(?:in|inout|variadic)\s+/i, '').replace(/\s*(?:\bdefault\b|=)[\s\S]*$/i, ''))
    .map((argument) => argument.replace(/^(?:"[^"]+"|\w+)\s+/, ''))
    .join(', ')
}

/**
 * The part of a function's declaration that `create or replace` may not change: names and types of arguments, and the result.
 */
export function signature(text: string): string {
  const open = text.indexOf('(')
  const list = between(text, open)
  const answer = plain(text.slice(open + list.length + 2)).split(/\s(?:language|as \$)/i, 1)[0] ?? ''
  const names = splitOuter(plain(list)).map((argument) => argument.replace(/\s*(?:\bdefault\b|=)[\s\S]*$/i, ''))
  return `(${names.join(', ')}) ${answer}`
}

type Found = Pick<Definition, 'key' | 'kind' | 'drop'>

function identify(text: string): Found {
  const flat = plain(text)
  const match = (pattern: string): RegExpExecArray | null => new RegExp(`^${pattern}`, 'i').exec(flat)

  const routine = match(`create (function|procedure) ${name}\\s*\\(`)
  if (routine) {
    const types = argumentTypes(between(text, text.indexOf('(')))
    const what = `${routine[1]} ${routine[2]}(${types})`
    return { key: what, kind: 'function', drop: `drop ${what}` }
  }
  const view = match(`create view ${name}`)
  if (view) return { key: `view ${view[1]}`, kind: 'view', drop: `drop view ${view[1]}` }
  const policy = match(`create policy ${name} on ${name}`)
  if (policy) {
    const what = `policy ${policy[1]} on ${policy[2]}`
    return { key: what, kind: 'policy', drop: `drop ${what}` }
  }
  const trigger = match(`create (?:constraint )?trigger ${name} .*? on ${name}`)
  if (trigger) {
    const what = `trigger ${trigger[1]} on ${trigger[2]}`
    return { key: what, kind: 'trigger', drop: `drop ${what}` }
  }
  const index = match(`create (?:unique )?index ${name} on ${name}`)
  if (index) {
    const schema = index[2]?.includes('.') ? `${index[2].split('.')[0]}.` : ''
    return { key: `index ${schema}${index[1]}`, kind: 'index', drop: `drop index ${schema}${index[1]}` }
  }
  const comment = match("comment on ([^']*?) is ")
  if (comment) return { key: `comment on ${comment[1]}`, kind: 'comment' }
  const described = match("call app\\.describe\\('([^']+)'")
  if (described) return { key: `description of ${described[1]}`, kind: 'comment' }
  const job = match("select cron\\.schedule\\('([^']+)'")
  if (job) return { key: `job ${job[1]}`, kind: 'job', drop: `select cron.unschedule('${job[1]}')` }
  const domain = match(`create domain ${name}`)
  if (domain) return { key: `domain ${domain[1]}`, kind: 'domain' }
  const list = match(`create type ${name} as enum`)
  if (list) return { key: `type ${list[1]}`, kind: 'enum' }
  const made = match(`create (?:unlogged )?(table|type|sequence|schema|extension)(?: if not exists)? ${name}`)
  if (made) return { key: `${made[1]?.toLowerCase()} ${made[2]}`, kind: 'own' }
  const rows = match(`insert into ${name}`)
  if (rows) return { key: `rows of ${rows[1]}`, kind: 'own' }
  return { key: flat.length > 120 ? `${flat.slice(0, 80)} ${hashOf(flat).slice(0, 8)}` : flat, kind: 'right' }
}

/** The statements of a script. Repeated keys (such as rows of one table) are numbered: `rows of t`, `rows of t #2`. */
export function definitionsOf(script: string): Map<string, Definition> {
  const definitions = new Map<string, Definition>()
  for (const statement of splitStatements(script)) {
    const bare = statement.text.slice(firstWord(statement) - statement.offset)
    const text = bare.replace(/^create or replace /i, 'create ')
    const found = identify(text)
    let key = found.key
    if (found.kind === 'own') for (let n = 2; definitions.has(key); n += 1) key = `${found.key} #${n}`
    // In a function all text counts for the hash; elsewhere comments and line breaks do not.
    const hash = hashOf(found.kind === 'function' ? text : plain(text)).slice(0, 12)
    definitions.set(key, { ...found, key, text, hash })
  }
  return definitions
}
