import {
  FIRM,
  type Overrides,
  pluralBase,
  pluralForms,
  referenceOf,
  type TextProblem,
  textProblem
} from '@/lib/texts/model'
import { pageTextLength } from '@/types/rules'

export const filters = ['all', 'missing', 'changed', 'wrong', 'unused'] as const
export type Filter = (typeof filters)[number]

/** The texts that the editor compares a language with. */
export interface Ground {
  locale: string
  /** The built-in texts of this language; null if the build has none. */
  own: ReadonlyMap<string, string> | null
  /** The built-in English texts. They define the placeholders of a language without built-in texts. */
  english: ReadonlyMap<string, string>
  /** The texts of the default language. */
  fallback: ReadonlyMap<string, string>
  /** The texts that the firm wrote itself, such as names of car types. Each can be translated. */
  firm: readonly string[]
  /** Whether this is the default language, in which the firm writes its texts. */
  isDefault: boolean
}

/** One text in the editor. */
export interface TextRow {
  key: string
  /** The default text: what pages show if the operator has no text of their own. */
  shown: string
  /** The operator's own text; undefined if there is none. */
  text: string | undefined
  problem: TextProblem | { kind: 'too_long' } | null
  state: 'same' | 'missing' | 'changed' | 'unused'
}

/**
 * Returns the built-in texts that define the keys and their placeholders: those of the language, otherwise the English ones.
 */
export const referenceFor = ({ own, english }: Ground) => own ?? english

/**
 * Returns the keys of all texts of a language. For a language without texts in the build these are the English keys, but with a
 * key for each of the language's own plural forms.
 */
export function keysOf(ground: Ground): string[] {
  return [...builtInKeys(ground), ...ground.firm.map((text) => FIRM + text)]
}

function builtInKeys({ locale, own, english }: Ground): string[] {
  if (own) return [...own.keys()]
  const forms = pluralForms(locale)
  const keys = [...english.keys()].flatMap((key) => {
    const base = pluralBase(key)
    if (base === key || !english.has(`${base}_other`)) return [key]
    return key.endsWith('_other') ? forms.map((form) => `${base}_${form}`) : []
  })
  return [...new Set(keys)]
}

/** Returns what pages show for a key if the operator has no text of their own. */
export function shownOf(key: string, ground: Ground): string {
  const { own, fallback, english, locale } = ground
  if (key.startsWith(FIRM)) return key.slice(FIRM.length)
  if (own) return own.get(key) ?? ''
  return fallback.get(key) ?? referenceOf(key, fallback, locale) ?? referenceOf(key, english, locale) ?? ''
}

function rowOf(key: string, text: string | undefined, ground: Ground): TextRow {
  const shown = shownOf(key, ground)
  const isOwn = text !== undefined && /\S/.test(text)
  const tooLong = isOwn && text.length > pageTextLength ? ({ kind: 'too_long' } as const) : null
  const isFirm = key.startsWith(FIRM)
  if (isFirm && !ground.firm.includes(key.slice(FIRM.length)))
    return { key, shown, text, problem: null, state: 'unused' }
  const problem = tooLong ?? (isOwn ? textProblem(key, text, referenceFor(ground), ground.locale) : null)
  if (problem?.kind === 'unknown_key') return { key, shown, text, problem: null, state: 'unused' }
  // A translation may be the same word.
  const isSame = !isOwn || (text === shown && !isFirm)
  const isThere = isFirm ? ground.isDefault : ground.own
  return { key, shown, text, problem, state: isSame ? (isThere ? 'same' : 'missing') : 'changed' }
}

/** Returns all texts of a language by namespace, followed by the operator's texts that no page uses. */
export function rowsOf(ground: Ground, texts: Overrides): TextRow[] {
  const keys = keysOf(ground)
  const known = new Set(keys)
  const unused = Object.keys(texts).filter((key) => !known.has(key))
  return [...keys, ...unused.sort()].map((key) =>
    rowOf(key, Object.hasOwn(texts, key) ? texts[key] : undefined, ground)
  )
}

/** Returns which share of the texts that pages show a language has, from 0 to 1; only a complete one has 1. */
export function progressOf(rows: readonly TextRow[]): number {
  const shown = rows.filter(({ state }) => state !== 'unused')
  const missing = shown.filter(({ state }) => state === 'missing').length
  return missing === 0 ? 1 : Math.min(0.99, 1 - missing / shown.length)
}

export const namespaceOf = (key: string): string => key.split('.')[0] ?? ''

/**
 * Returns the rows that pass the filter: all, those with a problem, or those in one state. If a text is searched, only rows
 * whose key or text contains it remain, on whatever page they are. Otherwise only the rows of the page `namespace` remain
 * (null: of all pages).
 */
export function filterRows(rows: readonly TextRow[], by: { filter: Filter; namespace: string | null; search: string }) {
  const wanted = by.search.trim().toLowerCase()
  return rows.filter(({ key, shown, text, problem, state }) => {
    if (by.filter === 'wrong' ? !problem : by.filter !== 'all' && state !== by.filter) return false
    if (wanted) return [key, shown, text ?? ''].some((said) => said.toLowerCase().includes(wanted))
    return by.namespace === null || namespaceOf(key) === by.namespace
  })
}

/** The texts that are stored: those that are neither empty nor equal to the built-in text. */
export function storedTexts(texts: Overrides, own: ReadonlyMap<string, string> | null): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([key, text]) => /\S/.test(text) && own?.get(key) !== text))
}

/** Flattens the nested or flat texts of a file to `namespace.key`. Values that are no texts are refused before (`parseObject`). */
export function textsOfFile(value: Record<string, unknown>): Record<string, string> {
  const leaves = [...flattenAny(value)]
  const texts = leaves.filter((leaf): leaf is [string, string] => typeof leaf[1] === 'string')
  return Object.fromEntries(texts)
}

/** Maximum depth of nested texts in a file; no file of texts is deeper. */
const DEEPEST = 8

function flattenAny(value: unknown, path = '', depth = 0): [key: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > DEEPEST) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => flattenAny(inner, path ? `${path}.${key}` : key, depth + 1))
}

/**
 * Merges changes of two people. The result is `theirs`, except for the texts that `mine` changed or removed since `base`: these
 * are as in `mine`.
 */
export function mergeTexts(base: Overrides, mine: Overrides, theirs: Overrides): Record<string, string> {
  const merged: Record<string, string> = { ...theirs }
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const text = Object.hasOwn(mine, key) ? mine[key] : undefined
    if (text === (Object.hasOwn(base, key) ? base[key] : undefined)) continue
    if (text === undefined) delete merged[key]
    else merged[key] = text
  }
  return merged
}

/** The keys in which two sets of texts differ. */
export function changedKeys(one: Overrides, other: Overrides): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => one[key] !== other[key])
}

/** Returns every text as pages show it, for a translator's file. */
export function allTexts(rows: readonly TextRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.filter(({ state }) => state !== 'unused').map(({ key, shown, text }) => [key, text ?? shown])
  )
}

/** Writes texts as JSON, for the editor and for files: one line per key, sorted by key. */
export const toJson = (texts: Overrides): string =>
  JSON.stringify(Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)
