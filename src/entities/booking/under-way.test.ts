import { beforeEach, expect, it } from 'vitest'
import { forgetDriverTrips, keepDriverTrip, type StoredDriverTrip } from './kept-drive'
import { keepTrip, type StoredTrip } from './kept-trip'
import { keptUnderWay } from './under-way'

const hours = 60 * 60_000

beforeEach(() => {
  localStorage.clear()
  const token = `x.${btoa(JSON.stringify({ sub: 'ana' }))}.x`
  localStorage.setItem('hackney.session', JSON.stringify({ access_token: token }))
})

const driven = (id: string, status: string, more: object = {}): StoredDriverTrip => ({
  booking: { id, driver_id: 'ana', status, reference: 'ABCD12', engaged_at: '2026-11-23T22:00:00Z', ...more } as never,
  stops: []
})

const ridden = (change: Partial<StoredTrip>): StoredTrip => ({
  id: 'a',
  reference: 'ABCD12',
  status: 'ACCEPTED',
  category: 'taxi',
  isScheduled: false,
  tripAt: new Date().toISOString(),
  pickup: 'Städtle, Vaduz',
  stops: [],
  drop: 'Landstrasse, Schaan',
  driver: null,
  code: null,
  at: Date.now(),
  zone: 'Europe/Vaduz',
  ...change
})

it('a driver’s trip with a passenger aboard comes before the next pickup', () => {
  keepDriverTrip('ana', driven('next', 'ACCEPTED'))
  keepDriverTrip('ana', driven('aboard', 'STARTED'))
  keepDriverTrip('ana', driven('later', 'ACCEPTED', { engaged_at: null }))
  expect(keptUnderWay()).toBe('aboard')
  keepDriverTrip('ana', { ...driven('aboard', 'STARTED'), isDone: true })
  expect(keptUnderWay()).toBe('next')
  forgetDriverTrips('ana', (id) => id === 'later')
  expect(keptUnderWay()).toBeNull()
})

it('a trip that waits for its cash is under way, a paid one is not', () => {
  keepDriverTrip('ana', driven('a', 'PENDING', { engaged_at: null }))
  expect(keptUnderWay()).toBe('a')
  keepDriverTrip('ana', driven('a', 'PAID'))
  expect(keptUnderWay()).toBeNull()
})

it.each([
  ['a ride that searches', { status: 'NEW' }, 'a'],
  ['a ride that has begun', { status: 'STARTED' }, 'a'],
  ['a paid ride', { status: 'PAID' }, null],
  ['a cancelled ride', { status: 'CANCELLED' }, null],
  ['a ride for later that nobody searches yet', { status: 'NEW', isScheduled: true }, null],
  ['a ride of tomorrow that a driver has accepted', { tripAt: new Date(Date.now() + 20 * hours).toISOString() }, null],
  [
    'a ride of yesterday',
    { at: Date.now() - 13 * hours, tripAt: new Date(Date.now() - 13 * hours).toISOString() },
    null
  ]
] as const)('%s of a rider opens or not', (_, change, id) => {
  keepTrip(ridden(change as Partial<StoredTrip>), 'ana')
  expect(keptUnderWay()).toBe(id)
})

it('a ride for later does not replace the stored ride under way', () => {
  keepTrip(ridden({}), 'ana')
  keepTrip(ridden({ id: 'b', isScheduled: true }), 'ana')
  expect(keptUnderWay()).toBe('a')
})

it('a trip of another person is never under way', () => {
  keepDriverTrip('ben', driven('a', 'STARTED'))
  expect(keptUnderWay()).toBeNull()
})
