import { expect, it } from 'vitest'
import { placeAfter } from './grid-keys'

const size = { rows: 100, columns: 5, page: 20 }
const at = { row: 10, column: 2 }
const press = (key: string, from = at, isControl = false, isRtl = false) =>
  placeAfter({ key, isControl }, from, size, isRtl)

it('moves by one cell with the arrow keys, and stays within the grid', () => {
  expect(press('ArrowDown')).toEqual({ row: 11, column: 2 })
  expect(press('ArrowUp', { row: 0, column: 2 })).toEqual({ row: -1, column: 2 })
  expect(press('ArrowUp', { row: -1, column: 2 })).toEqual({ row: -1, column: 2 })
  expect(press('ArrowRight', { row: 3, column: 4 })).toEqual({ row: 3, column: 4 })
  expect(press('ArrowLeft')).toEqual({ row: 10, column: 1 })
})

it('turns left and right round on a page written from the right', () => {
  expect(press('ArrowLeft', at, false, true)).toEqual({ row: 10, column: 3 })
  expect(press('ArrowRight', at, false, true)).toEqual({ row: 10, column: 1 })
})

it('goes to the ends of a row, and with Control to those of the grid', () => {
  expect(press('Home')).toEqual({ row: 10, column: 0 })
  expect(press('End')).toEqual({ row: 10, column: 4 })
  expect(press('Home', at, true)).toEqual({ row: 0, column: 0 })
  expect(press('End', at, true)).toEqual({ row: 99, column: 4 })
})

it('turns a page of rows, up to the first row and not into the head', () => {
  expect(press('PageDown')).toEqual({ row: 30, column: 2 })
  expect(press('PageDown', { row: 95, column: 2 })).toEqual({ row: 99, column: 2 })
  expect(press('PageUp')).toEqual({ row: 0, column: 2 })
})

it('leaves other keys to others', () => {
  expect(press('a')).toBeNull()
  expect(press('Tab')).toBeNull()
})
