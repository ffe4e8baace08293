/** Every error code is in docs/reference/error-codes.md, in every language and in a test; every function that raises one is tested. */
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { find, missing, read } from './files.ts'

function keysIn(pattern: string, key: RegExp, skip = /_test\.ts$/): Set<string> {
  const files = find(pattern).filter((file) => !skip.test(file))
  return new Set(files.flatMap((file) => [...read(file).matchAll(key)].map((match) => match[1] ?? '')))
}

const sectionOf = (heading: string): string =>
  read('docs/reference/error-codes.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

const documented = (heading: string): Set<string> =>
  new Set([...sectionOf(heading).matchAll(/^\| `(\w+)`/gm)].map((match) => match[1] ?? ''))

/** Error codes with the HTTP statuses that migrations give them. */
function statusesInSql(): Map<string, string> {
  const statuses = new Map<string, Set<string>>()
  const said =
    /(?:app\.refuse\('(\w+)', (\d+)|(?:'code', 'PT(\d+)', 'message', |'http_code', (\d+), 'message', )'(\w+)')/g
  for (const file of find('supabase/schemas/*/*.sql')) {
    for (const [, refused, raised, answered, hook, told] of read(file).matchAll(said)) {
      const key = refused ?? told ?? ''
      statuses.set(key, (statuses.get(key) ?? new Set()).add(raised ?? answered ?? hook ?? ''))
    }
  }
  return new Map([...statuses].map(([key, all]) => [key, [...all].sort().join(', ')]))
}

const fromSql = documented('From the database')
const fromFunctions = documented('From the edge functions')
const raised = keysIn('supabase/schemas/*/*.sql', /(?:app\.refuse\(|'message', )'(\w+)'/g)
const thrown = keysIn('supabase/functions/**/*.ts', /HttpError\(\s*\d+,\s*'(\w+)'/g)

describe('error codes of the database', () => {
  const tests = find('tests/db/**/*.{sql,ts}').map(read).join('\n')

  it('are all documented', () => {
    expect(raised.size).toBeGreaterThan(30)
    expect(missing(raised, fromSql)).toEqual([])
  })

  it('exist if they are documented', () => {
    expect(missing(fromSql, raised)).toEqual([])
  })

  it('are documented with the status of the migrations', () => {
    const statuses = statusesInSql()
    const rows = [...sectionOf('From the database').matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)]
    expect(Object.fromEntries(rows.map(([, key = '', status = '']) => [key, status.trim()]))).toEqual(
      Object.fromEntries(rows.map(([, key = '']) => [key, statuses.get(key)]))
    )
  })

  it('name all public functions that raise them, unless their row speaks of a group of functions', () => {
    const raisers = new Map<string, string[]>()
    for (const [, name = '', errors = ''] of find('supabase/schemas/*/*.sql')
      .map(read)
      .join('\n')
      .matchAll(/comment on function public\.(\w+)(?:\([^)]*\))? is '(?:[^']|'')*?Errors: ((?:[^']|'')*)'/g)) {
      for (const [key] of errors.matchAll(/\w+/g)) raisers.set(key, [...(raisers.get(key) ?? []), name])
    }
    const incomplete = [...sectionOf('From the database').matchAll(/^\| `(\w+)` \| [\d, ]+ \| (`.*?) \|/gm)].flatMap(
      ([, key = '', column = '']) =>
        (raisers.get(key) ?? []).filter((name) => !column.includes(`\`${name}\``)).map((name) => `${key}: ${name}`)
    )
    expect(raisers.get('quote_expired')).toContain('apply_promo')
    expect(incomplete).toEqual([])
  })

  it('are all tested', () => {
    expect([...raised].filter((key) => !tests.includes(`'${key}'`))).toEqual([])
  })

  it('come from functions that are all tested', () => {
    const callable = keysIn('supabase/schemas/*/*.sql', /create function public\.(\w+)/g)
    expect([...callable].filter((name) => !tests.includes(`public.${name}(`))).toEqual([])
  })
})

describe('error codes of the edge functions', () => {
  it('are all documented', () => {
    expect(missing(thrown, new Set([...fromFunctions, ...documented('For programmers only')]))).toEqual([])
  })

  it('exist if they are documented', () => {
    const isNowhere = (key: string) => keysIn('supabase/functions/**/*.ts', new RegExp(`'(${key})'`, 'g')).size === 0
    expect([...fromFunctions].filter(isNowhere)).toEqual([])
  })
})

describe('texts for error codes', () => {
  const languages = find('src/locales/*/errors.json')

  it('exist in several languages', () => {
    expect(languages.length).toBeGreaterThanOrEqual(2)
  })

  // Spec 8.47
  it.each(languages.map((file) => [basename(dirname(file)), file]))('exist for each code in %s', (_, file) => {
    const office = file.replace('errors.json', 'portal/staff_errors.json')
    const texts = new Map(
      [file, office].flatMap((one) => Object.entries(JSON.parse(read(one)) as Record<string, string>))
    )
    expect(missing([...fromSql, ...fromFunctions], texts)).toEqual([])
  })

  it.each(languages)('speak to the driver about the driver in %s, and have words of their own for staff', (file) => {
    const texts = (one: string) => JSON.parse(read(one)) as Record<string, string>
    const [site, office] = [texts(file), texts(file.replace('errors.json', 'portal/staff_errors.json'))]
    const aboutDriver = ['document_expired', 'cannot_afford', 'driver_unsuitable', 'vehicle_unsuitable', 'driver_busy']
    expect(aboutDriver.filter((key) => !site[key] || !office[key] || site[key] === office[key])).toEqual([])
    const distant = /this driver|dieser fahrer|dieses fahrers|هذا السائق/i
    expect(Object.values(site).filter((text) => distant.test(text))).toEqual([])
  })
})
