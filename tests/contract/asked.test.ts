/**
 * Whatever moves money or ends a ride is asked about first, or can be undone for some seconds. Which functions do that follows from
 * the SQL: those that reach the ledger, or a booking's end. Each command of a page that calls one declares how it asks
 * (`asks`, src/lib/server/asking.ts), and refuses to run in any other way.
 */
import { describe, expect, it } from 'vitest'
import { find, read } from './files.ts'

/** The functions of the sources with their bodies, without comments. */
function sqlFunctions(): Map<string, string> {
  const made = new Map<string, string>()
  for (const path of find('supabase/schemas/**/*.sql')) {
    const pattern = /^create (?:function|procedure) ((?:app|public)\.\w+)\([\s\S]*?\$(\w*)\$([\s\S]*?)\$\2\$/gm
    for (const [, name = '', , body = ''] of read(path).matchAll(pattern)) made.set(name, body.replace(/--[^\n]*/g, ''))
  }
  return made
}

/** The public functions that move money or end a ride. A search for a driver may end one, too, but much later. */
function weighty(): string[] {
  const made = sqlFunctions()
  const calls = (body: string): string[] =>
    [...body.matchAll(/\b((?:app|public)\.\w+)\s*\(/g)].map(([, name = '']) => name)
  const found = new Set(['app.post_ledger', 'app.end_booking'])
  for (const [name, body] of made) if (/move_booking\([^;]*'(REACHED|PAID|CANCELLED)'/.test(body)) found.add(name)
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const [name, body] of made)
      if (calls(body).some((called) => called !== 'app.dispatch_booking' && found.has(called))) found.add(name)
  }
  return [...found].filter((name) => name.startsWith('public.')).map((name) => name.slice(7))
}

interface Source {
  path: string
  text: string
}

const sources: Source[] = find('src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$|^src\/types\//.test(path))
  .map((path) => ({ path, text: read(path) }))

/** Sends again what was asked about when it was pressed. */
const QUEUE = /^src\/entities\/shift\//

/** The text from an opening bracket to its closing one. */
function bracketed(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1
    else if (')]}'.includes(text[at] ?? '') && --depth === 0) return text.slice(from, at + 1)
  }
  return text.slice(from)
}

/** The name of the declaration at the top of a module around a place. */
const declarationAt = (text: string, at: number): string =>
  [...text.slice(0, at).matchAll(/^(?:export )?(?:const|(?:async )?function) (\w+)/gm)].at(-1)?.[1] ?? ''

const isHook = (name: string): boolean => /^(use)?[A-Z]/.test(name)

/** Where a function of this module is called or handed over, except where it is made, imported or exported. */
function usesOf(name: string, from: string, { path, text }: Source): number[] {
  if (path !== from && !new RegExp(`import [^;]*?\\b${name}\\b[^;]*? from`).test(text)) return []
  return [...text.matchAll(new RegExp(`(?<![.\\w'])${name}(?=\\(|,|\\)| :)`, 'g'))]
    .map(({ index }) => index)
    .filter(
      (at) =>
        !/(const|function|import[^;]*|export \{[^}]*)\s*$/.test(text.slice(Math.max(0, at - 400), at)) &&
        !isComment(text, at)
    )
}

const isComment = (text: string, at: number): boolean =>
  /^\s*(\*|\/\/|\/\*)/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))

/** The functions that call one of these functions of the API, and those that call such a function, up to hooks and components. */
function wrappersOf(names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { path, text } of sources)
    for (const call of text.matchAll(/\brpc\('(\w+)'/g))
      if (names.includes(call[1] ?? '')) found.set(declarationAt(text, call.index), path)
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const source of sources)
      for (const [name, from] of QUEUE.test(source.path) ? [] : [...found])
        for (const at of usesOf(name, from, source)) {
          const by = declarationAt(source.text, at)
          if (by !== '' && by !== name && !isHook(by)) found.set(by, source.path)
        }
  }
  return found
}

/** Hooks and components that declare `asks` for what they are given, such as the dialog of one step. */
function askers(): Set<string> {
  const found = new Set<string>()
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const { text } of sources)
      for (const made of text.matchAll(/^(?:export )?(?:const|function) (use\w+|[A-Z]\w+)/gm)) {
        const body = text.slice(made.index, text.indexOf('\n}\n', made.index))
        const takes = /\bsend\b/.test(body)
        if (takes && (/\basks:/.test(body) || [...found].some((name) => new RegExp(`\\b${name}[(<]`).test(body))))
          found.add(made[1] ?? '')
      }
  }
  return found
}

/** The calls of hooks, elements and bulk actions around a place, innermost last. */
const around = /\b(use[A-Z]\w*)(?:<[^()]*?>)?\(|<([A-Z]\w+)\s|(\{)\s*id: '\w+',/g

/** Says whether the call at a place is asked about. */
function isAsked(text: string, at: number, known: ReadonlySet<string>): boolean {
  let isInHook = false
  for (const match of text.matchAll(around)) {
    if (match.index > at) break
    const [all, hook, element] = match
    const open = element ? match.index : match.index + all.length - 1
    const whole = element
      ? text.slice(match.index, text.indexOf('/>', match.index))
      : bracketed(text, hook ? open : match.index)
    if (match.index + all.length + whole.length < at || open + whole.length < at) continue
    if (hook && (known.has(hook) || /\basks:/.test(whole))) return true
    if (element && known.has(element)) return true
    // A bulk action of a table asks its question in a dialog.
    if (!hook && !element && /\bquestion:/.test(whole)) return true
    if (hook) isInHook = true
  }
  // A function inside a hook or component, which its command runs.
  return !isInHook && /\basks:/.test(text.slice(text.lastIndexOf(`function ${declarationAt(text, at)}`, at)))
}

describe('commands that move money or end a ride', () => {
  const names = weighty()
  const wrappers = wrappersOf(names)

  it('are those that reach the ledger or the end of a booking', () => {
    expect(names).toEqual(
      expect.arrayContaining(['decide_no_show_fee', 'cancel_booking', 'tip_driver', 'approve', 'no_show', 'remit_tax'])
    )
    expect(names).not.toEqual(expect.arrayContaining(['share_trip']))
  })

  it('declare how they ask first', () => {
    const known = askers()
    const unasked = sources
      .filter(({ path }) => !QUEUE.test(path))
      .flatMap((source) =>
        [...wrappers].flatMap(([name, from]) =>
          usesOf(name, from, source)
            .filter((at) => isHook(declarationAt(source.text, at)) && !isAsked(source.text, at, known))
            .map(() => `${source.path} calls ${name}`)
        )
      )
    expect(unasked).toEqual([])
  })
})
