import { expect, it } from 'vitest'
import { moved, noLayout, orderOf, readLayout, storeLayout, widthWithin } from './layout'

/** The layout parsed from a stored text; null without one. */
function readOf(text: string | null) {
  localStorage.clear()
  storeLayout('person', 'table', noLayout)
  const key = localStorage.key(0) ?? ''
  if (text === null) localStorage.removeItem(key)
  else localStorage.setItem(key, text)
  return readLayout('person', 'table')
}

it('reads a layout that was kept, and none from what is broken', () => {
  const kept = { order: ['b', 'a'], shown: { a: false }, widths: { b: 200 }, density: 'comfortable' }
  expect(readOf(JSON.stringify(kept))).toEqual(kept)
  expect(readOf('{')).toEqual(noLayout)
  expect(readOf('[]')).toEqual(noLayout)
  expect(readOf(null)).toEqual(noLayout)
  expect(readOf(JSON.stringify({ order: [1], shown: { a: 'no' }, widths: { b: 9e9 }, density: 'huge' }))).toEqual(
    noLayout
  )
})

it('gives a column that came later its place after its neighbour, and forgets one that has gone', () => {
  expect(orderOf(['name', 'a', 'new', 'b'], ['name', 'b', 'gone', 'a'])).toEqual(['name', 'b', 'a', 'new'])
})

it('leaves the column that names the row at the start', () => {
  expect(orderOf(['name', 'a'], ['a', 'name'])).toEqual(['name', 'a'])
  expect(moved(['name', 'a', 'b'], 'b', 0)).toEqual(['name', 'b', 'a'])
  expect(moved(['name', 'a', 'b'], 'a', 9)).toEqual(['name', 'b', 'a'])
})

it('keeps a width within what can be read and grabbed', () => {
  expect(widthWithin(3)).toBe(64)
  expect(widthWithin(9000)).toBe(640)
  expect(widthWithin(123.4)).toBe(123)
})
