/** A page never shows the data of an earlier request as that of the current one. */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

it('no query shows data of another key by keepPreviousData, which compares no keys (use src/lib/server/kept-while.ts)', () => {
  const keeping = find('src/**/*.{ts,tsx}').filter((file) => /keepPreviousData: true/.test(read(file)))
  expect(keeping).toEqual([])
})
