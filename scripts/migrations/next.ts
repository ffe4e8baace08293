import { type Definition, type Kind, signature } from './definitions.ts'

/**
 * What a database contains after all migrations: the definitions by key. Their text is known only if a migration contains it.
 */
export type Migrated = Map<string, Pick<Definition, 'hash'> & Partial<Definition>>

export interface NextMigration {
  /**
   * Statements that add values to enums, kept apart because the same transaction may not use a new value; empty if there are
   * none.
   */
  values: string
  sql: string
  /** Keys of definitions for which a person has to write the statement. */
  open: string[]
}

/** Starts a placeholder for a person. The database refuses a migration that still has one. */
export const placeMark = '-- WRITE HERE:'

const manifestMark = '-- Sources of this migration, for the next one to compare with:'
const dropOrder: Kind[] = ['trigger', 'policy', 'view', 'index', 'function', 'job']

const manifest = (lines: readonly string[]): string =>
  lines.length > 0 ? `\n${manifestMark}\n${lines.map((line) => `--   ${line}`).join('\n')}\n` : ''

/** A line of the manifest for a definition. Its text is only kept where no statement of the migration has it. */
function settledAs({ hash, key, text }: Definition, isText: boolean): string {
  const lines = isText ? text.split('\n').map((line) => `\n--   | ${line}`) : []
  return `${hash} ${key}${lines.join('')}`
}

/** The lines that {@link manifest} wrote: keys with the hash that was migrated, or `gone`, and the kept texts. */
export function readManifest(sql: string): [key: string, hash: string, text?: string][] {
  const all = sql.split(`${manifestMark}\n`)[1] ?? ''
  return [...all.matchAll(/^-- {3}(\w+) (.*)((?:\n-- {3}\|.*)*)$/gm)].map(([, hash = '', key = '', lines = '']) => {
    const text = lines.replace(/^\n?-- {3}\| ?/gm, '')
    return text === '' ? [key, hash] : [key, hash, text]
  })
}

function linesOf(text: string | undefined): string[] {
  return (text ?? '').split('\n').map((line) => line.trim().replace(/,$/, ''))
}

function place(key: string, before: string | undefined, after: string | undefined): string {
  const old = linesOf(before)
  const now = linesOf(after)
  const marks =
    before === undefined
      ? now.map((line) => `--   ${line}`)
      : [
          ...old.filter((line) => !now.includes(line)).map((line) => `--   - ${line}`),
          ...now.filter((line) => !old.includes(line)).map((line) => `--   + ${line}`)
        ]
  const what = after === undefined ? 'is gone' : 'has changed'
  const isLess = after === undefined || marks.some((line) => line.startsWith('--   - '))
  const loss = isLess ? ['-- A table, column or rows that are lost need a line: `-- loses: NAME because REASON`'] : []
  const shown = key.replaceAll("'", "''").slice(0, 120)
  return [
    `${placeMark} ${key} ${what}. Write what brings a database full of data there; take these lines out.`,
    ...loss,
    ...marks,
    `do $place$ begin raise exception 'This migration is not finished: ${shown}'; end $place$;`
  ].join('\n')
}

const labels = (text: string): string[] => [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, label = '']) => label)

/** Statements for the labels that `after` adds to `before`; null if others were removed or moved. */
function addedLabels(before: string, after: string): string[] | null {
  const old = labels(before)
  const now = labels(after)
  if (now.filter((label) => old.includes(label)).join() !== old.join()) return null
  const type = /^create type (\S+)/i.exec(after)?.[1]
  return now
    .map((label, at) => ({ label, at }))
    .filter(({ label }) => !old.includes(label))
    .map(({ label, at }) =>
      at === 0
        ? `alter type ${type} add value '${label}' before '${now[1]}'`
        : `alter type ${type} add value '${label}' after '${now[at - 1]}'`
    )
}

/** Statements that give a domain its new check; the database checks existing rows. Null if more than the check has changed. */
function changedDomain(before: string, after: string): string | null {
  const parts = /^(create domain\s+(\S+)[\s\S]*?)\s(check\s*\([\s\S]*\))$/i
  const [, oldHead] = parts.exec(before) ?? []
  const [, head, domain, check] = parts.exec(after) ?? []
  if (oldHead === undefined || head === undefined || domain === undefined || oldHead !== head) return null
  const constraint = `${domain.split('.').at(-1)}_check`
  return `alter domain ${domain} drop constraint ${constraint};\nalter domain ${domain} add constraint ${constraint} ${check}`
}

const mentions = (text: string, drop: string): boolean => {
  const dropped = /^drop (?:function|procedure|view) ([^(\s]+)/.exec(drop)?.[1]
  return dropped !== undefined && new RegExp(`\\b${dropped.replaceAll('.', '\\.')}\\b(?![.\\w])`).test(text)
}

/**
 * The migration from what was `migrated` to the `wanted` definitions. Functions, views, policies, triggers, indexes,
 * comments, grants, jobs, checks of domains and values of enums are automatic; a removed table, row or grant gets a
 * placeholder where a person writes what happens to the data.
 *
 * @returns null if nothing has changed.
 */
export function nextMigration(migrated: Migrated, wanted: Map<string, Definition>): NextMigration | null {
  const values: string[] = []
  const settledByValues: string[] = []
  const drops: { kind: Kind; text: string }[] = []
  const places: string[] = []
  const statements: string[] = []
  const settled: string[] = []
  const open: string[] = []
  const dropped: string[] = []
  const take = (kind: Kind, text: string): void => {
    drops.push({ kind, text })
    dropped.push(text)
  }
  const ask = (key: string, before?: string, after?: string): string => {
    open.push(key)
    return place(key, before, after)
  }

  for (const [key, before] of [...migrated].reverse()) {
    if (wanted.has(key)) continue
    settled.push(`gone ${key}`)
    const kind = before.kind
    if (kind && before.drop && dropOrder.includes(kind)) take(kind, before.drop)
    else if (kind !== 'comment') places.push(ask(key, before.text ?? '', undefined))
  }
  const isReplaced = (now: Definition): boolean => {
    const before = migrated.get(now.key)
    if (!before || before.hash === now.hash || !now.drop) return false
    if (now.kind !== 'function') return now.kind !== 'job'
    return before.text === undefined || signature(before.text) !== signature(now.text)
  }
  for (const now of [...wanted.values()].reverse()) if (isReplaced(now)) take(now.kind, now.drop ?? '')

  for (const now of wanted.values()) {
    const before = migrated.get(now.key)
    const isLost = (now.kind === 'comment' || now.kind === 'right') && dropped.some((drop) => mentions(now.text, drop))
    if (before?.hash === now.hash && !isLost) continue
    const added = now.kind === 'enum' && before?.text !== undefined ? addedLabels(before.text, now.text) : null
    if (added) {
      values.push(...added)
      settledByValues.push(settledAs(now, true))
      continue
    }
    const isAltered = before !== undefined && (now.kind === 'own' || now.kind === 'domain' || now.kind === 'enum')
    settled.push(settledAs(now, isAltered))
    if (!before || now.kind === 'comment' || now.kind === 'right' || now.kind === 'job') statements.push(`${now.text};`)
    else if (now.kind === 'function') {
      statements.push(`${isReplaced(now) ? now.text : now.text.replace(/^create /i, 'create or replace ')};`)
    } else if (now.drop) statements.push(`${now.text};`)
    else {
      const altered = now.kind === 'domain' && before.text !== undefined ? changedDomain(before.text, now.text) : null
      statements.push(altered ? `${altered};` : ask(now.key, before.text, now.text))
    }
  }
  if (settled.length === 0 && settledByValues.length === 0) return null
  const first = dropOrder.flatMap((kind) => drops.filter((drop) => drop.kind === kind).map(({ text }) => `${text};`))
  const parts = [first.join('\n'), ...places, ...statements].filter((part) => part !== '')
  return {
    values: values.length > 0 ? `${values.map((text) => `${text};`).join('\n')}\n${manifest(settledByValues)}` : '',
    sql: settled.length > 0 ? `${parts.join('\n\n')}\n${manifest(settled)}` : '',
    open
  }
}
