/**
 * Every error code has a text in every language and a test; every function that raises one is tested. Writes
 * test-results/error-codes.md, the list of all codes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { find, missing, read, root, textsOf } from './files.ts'

interface Code {
  key: string
  status: string
  hint?: string | undefined
}

const database = find('supabase/schemas/**/*.sql').map(read).join('\n')
const functions = find('supabase/functions/**/*.ts')
  .filter((file) => !file.endsWith('_test.ts'))
  .map(read)
  .join('\n')

const unquoted = (text: string | undefined): string | undefined => text?.replaceAll("''", "'")

/** Errors that SQL raises (`app.refuse`), or returns with their status because raising would roll back a count. */
const raised: Code[] = [
  ...database.matchAll(
    /app\.refuse\('(?<raised>\w+)', (?<status>\d+)(?:, (?:format\()?'(?<hint>(?:[^']|'')*)')?|(?:'code', 'PT(?<code>\d+)', 'message', |'http_code', (?<http>\d+), 'message', )'(?<returned>\w+)'/g
  )
].map(({ groups: { raised, status, hint, code, http, returned } = {} }) => ({
  key: raised ?? returned ?? '',
  status: status ?? code ?? http ?? '',
  hint: unquoted(hint)
}))

/** Errors of the edge functions, with their English message and hint. */
const thrown: Code[] = [
  ...functions.matchAll(/HttpError\(\s*(?<status>\d+),\s*'(?<key>\w+)',\s*(?<texts>(?:[`'"][^\n]*?[`'"],?\s*)*)/g)
].map(({ groups: { status = '', key = '', texts = '' } = {} }) => ({
  key,
  status,
  hint: [...texts.matchAll(/'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`/g)].map(([, a, b, c]) => a ?? b ?? c).join('. ')
}))

const keysOf = (codes: readonly Code[]): Set<string> => new Set(codes.map(({ key }) => key))

/** Codes of faulty requests, which no page of ours sends: people never see them, so they have no translation. */
const unseen = ['invalid_api_key', 'bad_signature', 'invalid_request', 'method_not_allowed', 'payload_too_large']

describe('error codes of the database', () => {
  const tests = find('tests/db/**/*.{sql,ts}').map(read).join('\n')

  it('are found in the sources', () => {
    expect(keysOf(raised).size).toBeGreaterThan(150)
    expect(raised.filter(({ status }) => !/^4\d\d$/.test(status))).toEqual([])
    const called = database.matchAll(/(?:app\.refuse\(|'message', )'(\w+)'/g)
    expect(missing(new Set([...called].map(([, key = '']) => key)), keysOf(raised))).toEqual([])
  })

  it('are all tested', () => {
    expect([...keysOf(raised)].filter((key) => !tests.includes(`'${key}'`))).toEqual([])
  })

  it('come from functions that are all tested', () => {
    const callable = [...database.matchAll(/create function public\.(\w+)/g)].map(([, name = '']) => name)
    // `tests` has functions that return the rows of a page (tests/db/support/helpers.sql).
    const isTested = (name: string) => ['public', 'tests'].some((schema) => tests.includes(`${schema}.${name}(`))
    expect([...new Set(callable)].filter((name) => !isTested(name))).toEqual([])
  })
})

describe('texts for error codes', () => {
  const languages = find('src/lib/texts/errors/*.json').map((path) => basename(path, '.json'))

  it('exist in several languages', () => {
    expect(languages.length).toBeGreaterThanOrEqual(2)
  })

  // Spec 8.47
  it.each(languages)('exist for each code in %s', (language) => {
    const texts = new Map(['errors', 'staff_errors'].flatMap((name) => Object.entries(textsOf(language, name))))
    expect(keysOf(thrown).size).toBeGreaterThan(20)
    const seen = [...keysOf(raised), ...keysOf(thrown), 'unknown_error'].filter((key) => !unseen.includes(key))
    expect(missing(seen, texts)).toEqual([])
  })

  it.each(languages)(
    'speak to the driver about the driver in %s, and have words of their own for staff',
    (language) => {
      const [site, office] = [textsOf(language, 'errors'), textsOf(language, 'staff_errors')]
      const aboutDriver = [
        'document_expired',
        'cannot_afford',
        'driver_unsuitable',
        'vehicle_unsuitable',
        'driver_busy'
      ]
      expect(aboutDriver.filter((key) => !site[key] || !office[key] || site[key] === office[key])).toEqual([])
      const distant = /this driver|dieser fahrer|dieses fahrers|هذا السائق/i
      expect(Object.values(site).filter((text) => distant.test(text))).toEqual([])
    }
  )
})

afterAll(() => {
  const raisers = new Map<string, string[]>()
  // The literals of a comment that is divided into lines are one text.
  const comments = database.replace(/'\n +'/g, '')
  for (const [, name = '', errors = ''] of comments.matchAll(
    /comment on function public\.(\w+)(?:\([^)]*\))? is\s+'(?:[^']|'')*?Errors: ((?:[^']|'')*)'/g
  )) {
    for (const [key] of errors.matchAll(/\w+/g)) raisers.set(key, [...(raisers.get(key) ?? []), `\`${name}\``])
  }
  const listed = (names: string[]): string => (names.length > 15 ? `${names.length} functions` : names.join(', '))
  const tableOf = (codes: readonly Code[], isSql: boolean): string[] => [
    `| code | status | hint (%s is a value) |${isSql ? ' functions |' : ''}`,
    `|---|---|---|${isSql ? '---|' : ''}`,
    ...[...keysOf(codes)].sort().map((key) => {
      const own = codes.filter((code) => code.key === key)
      const unique = (values: (string | undefined)[]) => [...new Set(values.filter(Boolean))]
      const cells = [
        `\`${key}\``,
        unique(own.map(({ status }) => status)).join(', '),
        unique(own.map(({ hint }) => hint)).join('; '),
        ...(isSql ? [listed([...new Set(raisers.get(key))])] : [])
      ]
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    })
  ]
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(
    join(root, 'test-results/error-codes.md'),
    ['# Error codes', '', '## From the database', '', ...tableOf(raised, true), '']
      .concat(['## From the edge functions', '', ...tableOf(thrown, false), ''])
      .join('\n')
  )
})
