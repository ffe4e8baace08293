import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { printedRows } from './export/print-table'
import { cars, click, definition, host, leave, names, press, settle, show, texts } from './fixture'
import type { Tree } from './types'

afterEach(leave)

/** Two sums, each of three cars. */
const sums = [
  { id: 'sum-a', plate: 'A', make: 'Volvo', seats: 15 },
  { id: 'sum-b', plate: 'B', make: 'Škoda', seats: 15 }
]
const tree = (
  below = vi.fn(async ({ plate }: { plate: string }) =>
    cars(3).map((car) => ({ ...car, id: plate + car.id, plate: plate + car.plate }))
  )
) => ({ isSum: ({ id }) => id.startsWith('sum'), below, opened: 'first' }) satisfies Tree<(typeof sums)[number]>
const table = (own = tree()) =>
  definition(async () => ({ rows: sums, next: null }), {
    tree: own,
    rowLink: ({ id }) => (id.startsWith('sum') ? null : `/cars/${id}`)
  })
const toggles = () => [...document.querySelectorAll<HTMLElement>('tbody button[data-widget]')]
const rows = (attribute: string) => [...document.querySelectorAll('tbody tr')].map((row) => row.getAttribute(attribute))

it('the first sum is open initially, and the rows of another are requested when it is opened', async () => {
  const own = tree()
  await show(table(own))
  await settle()
  expect(names()).toEqual(['A', 'AFL 000', 'AFL 001', 'AFL 002', 'B'])
  expect(document.querySelector('table')?.getAttribute('role')).toBe('treegrid')
  expect(rows('aria-level')).toEqual(['1', '2', '2', '2', '1'])
  expect(rows('aria-expanded')).toEqual(['true', null, null, null, 'false'])
  expect(own.below).toHaveBeenCalledTimes(1)
  await click(toggles()[1])
  await settle()
  expect(names().slice(4)).toEqual(['B', 'BFL 000', 'BFL 001', 'BFL 002'])
  await click(toggles()[0])
  await click(toggles()[0])
  expect(names()).toHaveLength(8)
  expect(own.below).toHaveBeenCalledTimes(2)
})

it('the arrow keys open and close sums', async () => {
  await show(table())
  await settle()
  await act(async () => toggles()[0]?.focus())
  await press('ArrowLeft')
  expect(names()).toEqual(['A', 'B'])
  await press('ArrowDown')
  await press('ArrowRight')
  await settle()
  expect(names()).toEqual(['A', 'B', 'BFL 000', 'BFL 001', 'BFL 002'])
  await press('ArrowRight')
  expect((document.activeElement as HTMLElement).dataset.column).toBe('1')
})

it('a sum whose rows fail to load is closed again', async () => {
  await show(table(tree(vi.fn().mockRejectedValue(new Error('offline')))))
  await settle()
  expect(names()).toEqual(['A', 'B'])
  expect(rows('aria-expanded')).toEqual(['false', 'false'])
})

it('sums can be opened and closed on a phone', async () => {
  globalThis.matching = '(max-width: 639px)'
  await show(table())
  await settle()
  expect(texts('li')).toHaveLength(5)
  await click(document.querySelector('li button[aria-expanded]'))
  expect(texts('li')).toHaveLength(2)
})

it('rows are printed in groups with exact sums', () => {
  const columns = [
    { id: 'plate', label: 'Plate', value: ({ plate }: { plate: string }) => plate },
    { id: 'fare', label: 'Fare', value: ({ fare }: { fare: number }) => fare, kind: 'money' as const }
  ]
  const lines = [
    { plate: 'A', fare: 0.1 },
    { plate: 'B', fare: 0.2 },
    { plate: 'C', fare: -1234.5 }
  ]
  const options = { sums: ['fare'], groupOf: ({ plate }: { plate: string }) => (plate === 'C' ? 'late' : 'early') }
  const words = { sum: 'Sum', made: 'Made', currency: 'Currency' }
  expect(printedRows(lines, { columns, options, host, words }).map(({ kind, cells }) => [kind, ...cells])).toEqual([
    ['group', 'early', ''],
    ['row', 'A', '0.10'],
    ['row', 'B', '0.20'],
    ['sum', 'Sum early', '0.30'],
    ['group', 'late', ''],
    ['row', 'C', '−1,234.50'],
    ['sum', 'Sum late', '−1,234.50'],
    ['sum', 'Sum', '−1,234.20']
  ])
})
