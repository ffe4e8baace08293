import { expect, it } from 'vitest'
import type { AssignableDriver } from '../queries'
import { arrange } from './order'
import { propose } from './proposals'

const driver = (driver_id: string, assignable = true) => ({ driver_id, assignable }) as AssignableDriver
const [ann, ben, cem, dan] = ['ann', 'ben', 'cem', 'dan'].map((id) => driver(id)) as [
  AssignableDriver,
  AssignableDriver,
  AssignableDriver,
  AssignableDriver
]

it('drivers are sorted by minutes once known, with those who cannot be asked at the end', () => {
  const list = [ann, ben, driver('eva', false), cem]
  expect(arrange(list, {}, [], null, false)).toEqual(['ann', 'ben', 'cem', 'eva'])
  expect(arrange(list, { ann: 300, ben: 200, cem: 100 }, ['ann', 'ben', 'cem', 'eva'], null, true)).toEqual([
    'cem',
    'ben',
    'ann',
    'eva'
  ])
})

it('the row in use keeps its position', () => {
  expect(arrange([ann, ben, cem], { ann: 300, ben: 200, cem: 100 }, ['ann', 'ben', 'cem'], 'ann', true)).toEqual([
    'ann',
    'cem',
    'ben'
  ])
})

it('reloading the list moves no row, and adds new drivers after the shown ones', () => {
  expect(arrange([dan, cem, ann], { ann: 1 }, ['ann', 'ben', 'cem'], null, false)).toEqual(['ann', 'cem', 'dan'])
})

it('two bookings are proposed two drivers', () => {
  const candidates = { one: [ann, ben], two: [ann, ben], three: [ann, driver('eva', false)] }
  expect(propose(['one', 'two', 'three'], candidates)).toEqual({ one: 'ann', two: 'ben', three: '' })
})
