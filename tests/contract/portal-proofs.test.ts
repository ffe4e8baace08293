/** docs/reference/portal-proofs.md has every screen of the portal, and names tests that exist. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { paths } from '../../src/config/paths.ts'
import { find, read, root } from './files.ts'

const page = read('docs/reference/portal-proofs.md')
const section = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
/** The cells of each row of a section's table, without the header. */
const rowsOf = (heading: string): string[][] =>
  section(heading)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))

const [aspects = [], ...screens] = rowsOf('Screens')
const [, ...proofs] = rowsOf('Proofs')
const [, ...reasons] = rowsOf('Not offered')
const [, ...dialogs] = rowsOf('Over a page')
const used = new Set(screens.flatMap(([, ...cells]) => cells.flatMap((cell) => cell.split(' '))))

/** The routes that a file gives to `paths.<name>`. */
function pathsIn(file: string): string[] {
  return [...read(file).matchAll(/path: paths\.(\w+)(\('([^']*)'\))?/g)].map(([, name = '', , argument]) => {
    const path = paths[name as keyof typeof paths]
    return typeof path === 'function' ? path(argument ?? '') : path
  })
}

// Spec 1.15
it('every page of the portal has a row', () => {
  const files = ['src/app/pages/portal-pages.ts', 'src/app/pages/inner-pages.ts']
  const pages = ['/dashboard', '/bookings', ...files.flatMap(pathsIn)]
  const rows = screens.flatMap(([first = '']) => [...first.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
  expect(pages.length).toBeGreaterThan(15)
  expect(rows.sort()).toEqual(pages.sort())
})

it('every screen has a proof for each aspect, or a reason why it does not offer it', () => {
  expect(aspects).toHaveLength(14)
  expect(screens.filter((row) => row.length !== aspects.length || row.some((cell) => cell.trim() === ''))).toEqual([])
})

it('every name in a cell is explained once, and every explanation is used', () => {
  const known = [...proofs, ...reasons].map(([name = '']) => name)
  expect(new Set(known).size).toBe(known.length)
  expect([...used].filter((name) => !known.includes(name))).toEqual([])
  const told = dialogs.map(([, story = '']) => story)
  expect(proofs.filter(([name = '', test = '']) => !used.has(name) && !told.includes(test))).toEqual([])
  expect(reasons.filter(([name = '', why = '']) => !used.has(name) || !name.startsWith('–') || why === '')).toEqual([])
})

/** Whether a file has a test with this title; SQL doubles the quotes in a text. */
function hasTest(file: string, title: string): boolean {
  if (!existsSync(resolve(root, file))) return false
  return read(file).includes(file.endsWith('.sql') ? `'${title.replaceAll("'", "''")}'` : title)
}

it('every named test exists', () => {
  const named = [...proofs, ...dialogs].flatMap(([name = '', cell = '']) => {
    const tests = [...cell.matchAll(/`([^`]+)` "([^"]+)"/g)]
    if (tests.length === 0) return [`${name}: no test`]
    return tests.flatMap(([, file = '', title = '']) => (hasTest(file, title) ? [] : [`${name}: ${file} "${title}"`]))
  })
  expect(named).toEqual([])
})

it('the four sweeps that open every page exist', () => {
  expect(find('src/app/office/*.test.tsx')).toHaveLength(4)
})
