/** Pages write numbers and amounts by `src/lib/format/format.ts`, so that a negative one has the same sign everywhere. */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

const sources = find('src/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$|^src\/types\//.test(path))

const filesWith = (pattern: RegExp): string[] => sources.filter((path) => pattern.test(read(path)))

it('only the module of formats creates number formats', () => {
  expect(sources.length).toBeGreaterThan(1000)
  expect(filesWith(/new Intl\.NumberFormat|Intl\.NumberFormat\(/)).toEqual(['src/lib/format/format.ts'])
  expect(filesWith(/\.toLocaleString\(/)).toEqual([])
})

it('no page writes the sign of an amount itself', () => {
  expect(filesWith(/(?:[-+\u2212]|\\u2212)['"`]?\s*\}?\s*\$?\{(?:money|figure)\(/)).toEqual([])
})
