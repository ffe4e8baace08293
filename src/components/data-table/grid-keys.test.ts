import { expect, it } from 'vitest'
import { placeAfter } from './grid-keys'

const size = { rows: 100, columns: 5, page: 20 }
const at = { row: 10, column: 2 }
const press = (key: string, from = at, isControl = false, isRtl = false) =>
  placeAfter({ key, isControl }, from, size, isRtl)

it('arrow keys move by one cell and stay within the grid', () => {
  expect(press('ArrowDown')).toEqual({ row: 11, column: 2 })
  expect(press('ArrowUp', { row: 0, column: 2 })).toEqual({ row: -1, column: 2 })
  expect(press('ArrowUp', { row: -1, column: 2 })).toEqual({ row: -1, column: 2 })
  expect(press('ArrowRight', { row: 3, column: 4 })).toEqual({ row: 3, column: 4 })
  expect(press('ArrowLeft')).toEqual({ row: 10, column: 1 })
})

it('left and right are swapped on a right-to-left page', () => {
  expect(press('ArrowLeft', at, false, true)).toEqual({ row: 10, column: 3 })
  expect(press('ArrowRight', at, false, true)).toEqual({ row: 10, column: 1 })
})

it('Home and End go to the ends of a row, with Control to those of the grid', () => {
  expect(press('Home')).toEqual({ row: 10, column: 0 })
  expect(press('End')).toEqual({ row: 10, column: 4 })
  expect(press('Home', at, true)).toEqual({ row: 0, column: 0 })
  expect(press('End', at, true)).toEqual({ row: 99, column: 4 })
})

it('Page Up and Page Down move by a page of rows, never into the header', () => {
  expect(press('PageDown')).toEqual({ row: 30, column: 2 })
  expect(press('PageDown', { row: 95, column: 2 })).toEqual({ row: 99, column: 2 })
  expect(press('PageUp')).toEqual({ row: 0, column: 2 })
})

it('other keys are ignored', () => {
  expect(press('a')).toBeNull()
  expect(press('Tab')).toBeNull()
})
