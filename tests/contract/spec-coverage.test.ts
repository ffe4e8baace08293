/** docs/reference/spec-coverage.md names things that exist: functions, columns, files, tests by their titles, texts by their keys. */
import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCoverage } from '../../scripts/spec-coverage.ts'
import { columns, find, namesOf, read, root } from './files.ts'

interface Row {
  section: string
  number: string
  statement: string
  places: string[]
  proof: string
}

const ticked = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

function readRows(page: string): Row[] {
  let section = ''
  const rows: Row[] = []
  for (const line of page.split('\n')) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim())
    if (!/^\| \d+\.\d+ /.test(line)) continue
    const [number = '', statement = '', where = '', proof = ''] = cells
    rows.push({ section, number, statement, places: ticked(where), proof: cells.length === 4 ? proof : '' })
  }
  return rows
}

/** The tests that a row names: `file` "title". */
const proofs = (row: Row): { file: string; title: string }[] =>
  [...row.proof.matchAll(/`([^`]+)` "([^"]+(?:"[^"`]+"[^"`]*)?)"/g)].map(([, file = '', title = '']) => ({
    file,
    title
  }))

/** Everything in the schemas public and app that a row may name. */
const names = new Set([
  ...namesOf('FUNCTION').map((name) => `${name}()`),
  ...namesOf('TABLE'),
  ...namesOf('VIEW'),
  ...namesOf('DOMAIN'),
  ...columns.map(({ table, column }) => `${table}.${column}`)
])

/** Whether the place that a row names exists: a migration, a file, or an object of the database. */
function isThere(place: string): boolean {
  if (place.endsWith('.sql')) return find(`supabase/schemas/*/${place}`).length === 1
  return place.includes('/') ? existsSync(resolve(root, place)) : names.has(place)
}

/** The keys of all texts of a language. */
const keysOf = (language: string): Set<string> =>
  new Set(find(`src/locales/${language}/**/*.json`).flatMap((file) => Object.keys(JSON.parse(read(file)) as object)))

const rows = readRows(read('docs/reference/spec-coverage.md'))

describe('docs/reference/spec-coverage.md', () => {
  it('has rows for every section, numbered in order', () => {
    const counts = new Map<string, number>()
    const numbers = rows.map(({ section }) => {
      counts.set(section, (counts.get(section) ?? 0) + 1)
      return `${section}.${counts.get(section)}`
    })
    expect(rows.map((row) => row.number)).toEqual(numbers)
    expect([...counts.keys()].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  it('lists the tests that name a row in a comment', () => {
    const { expected, found } = readCoverage()
    expect(found, 'run `npm run generate`').toBe(expected)
  })

  it('has a browser test for every screen', () => {
    const unseen = rows.filter(
      (row) => row.section === '2' && !proofs(row).some(({ file }) => file.startsWith('tests/e2e/'))
    )
    expect(unseen.map((row) => row.number)).toEqual([])
  })

  it('marks rows without a test', () => {
    const untold = rows.filter((row) => proofs(row).length === 0 && !/^(built, unproved|later: \S.*)$/.test(row.proof))
    expect(untold.map((row) => row.number)).toEqual([])
  })

  // Spec 3.1
  it('names places that exist', () => {
    const lost = rows.flatMap((row) =>
      row.places.filter((place) => !isThere(place)).map((place) => `${row.number} ${place}`)
    )
    expect(lost).toEqual([])
  })

  it.each(find('src/locales/*/errors.json').map((file) => basename(dirname(file))))(
    // Spec 8.47
    'names messages that have a text in %s',
    (language) => {
      const keys = keysOf(language)
      const messages = rows.filter((row) => /^[89]$/.test(row.section)).flatMap((row) => ticked(row.statement))
      expect(messages.filter((key) => !keys.has(key))).toEqual([])
    }
  )
})
