/** What a page shows as current is the answer to what it asks now. */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

it('keeps no answer in sight under another key by keepPreviousData, which looks at neither of the keys (src/lib/kept-while.ts)', () => {
  const keeping = find('src/**/*.{ts,tsx}').filter((file) => /keepPreviousData: true/.test(read(file)))
  expect(keeping).toEqual([])
})
