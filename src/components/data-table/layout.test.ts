import { expect, it } from 'vitest'
import { moved, noLayout, orderOf, readLayout, storeLayout, widthWithin } from './layout'

/** The layout that is read from a stored text; null if nothing is stored. */
function readOf(text: string | null) {
  localStorage.clear()
  storeLayout('person', 'table', noLayout)
  const key = localStorage.key(0) ?? ''
  if (text === null) localStorage.removeItem(key)
  else localStorage.setItem(key, text)
  return readLayout('person', 'table')
}

it('a stored layout is read, and invalid data are ignored', () => {
  const kept = { order: ['b', 'a'], shown: { a: false }, widths: { b: 200 }, density: 'comfortable' }
  expect(readOf(JSON.stringify(kept))).toEqual(kept)
  expect(readOf('{')).toEqual(noLayout)
  expect(readOf('[]')).toEqual(noLayout)
  expect(readOf(null)).toEqual(noLayout)
  expect(readOf(JSON.stringify({ order: [1], shown: { a: 'no' }, widths: { b: 9e9 }, density: 'huge' }))).toEqual(
    noLayout
  )
})

it('a new column is placed after its neighbour, and a removed one is forgotten', () => {
  expect(orderOf(['name', 'a', 'new', 'b'], ['name', 'b', 'gone', 'a'])).toEqual(['name', 'b', 'a', 'new'])
})

it('the column that names the row stays first', () => {
  expect(orderOf(['name', 'a'], ['a', 'name'])).toEqual(['name', 'a'])
  expect(moved(['name', 'a', 'b'], 'b', 0)).toEqual(['name', 'b', 'a'])
  expect(moved(['name', 'a', 'b'], 'a', 9)).toEqual(['name', 'b', 'a'])
})

it('a column’s width stays wide enough to read and to grab', () => {
  expect(widthWithin(3)).toBe(64)
  expect(widthWithin(9000)).toBe(640)
  expect(widthWithin(123.4)).toBe(123)
})
