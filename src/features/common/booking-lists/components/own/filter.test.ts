import { expect, it } from 'vitest'
import { filterOf, isFiltered, readFilter } from './filter'

const now = Date.parse('2026-11-23T18:00:00Z')

it('an address without a filter shows the list in sections', () => {
  const filter = readFilter(new URLSearchParams(''))
  expect(isFiltered(filter)).toBe(false)
  expect(filterOf(filter, now)).toEqual({ text: '', shown: 'all', since: null, order: 'newest' })
})

it('an address with a filter is read, and unknown values are ignored', () => {
  const filter = readFilter(new URLSearchParams('q=%20Vaduz&show=done&since=month&sort=dearest'))
  expect(isFiltered(filter)).toBe(true)
  expect(filterOf(filter, now)).toEqual({ text: 'Vaduz', shown: 'done', since: '2026-10-24', order: 'dearest' })
  expect(isFiltered(readFilter(new URLSearchParams('show=PAID&since=ever&sort=x')))).toBe(false)
})
