import { beforeEach, expect, it } from 'vitest'
import { keepTrip, readStoredTrip, type StoredTrip } from './kept-trip'

const now = Date.parse('2026-11-23T22:00:00Z')
const hours = 60 * 60_000

const trip: StoredTrip = {
  id: 'a',
  reference: 'ABCD12',
  status: 'ACCEPTED',
  category: 'taxi',
  isScheduled: false,
  tripAt: new Date(now).toISOString(),
  pickup: 'Städtle, Vaduz',
  stops: [],
  drop: 'Landstrasse, Schaan',
  driver: null,
  code: '12345',
  at: now,
  zone: 'Europe/Vaduz'
}

beforeEach(() => {
  localStorage.clear()
  const token = `x.${btoa(JSON.stringify({ sub: 'ana' }))}.x`
  localStorage.setItem('hackney.session', JSON.stringify({ access_token: token }))
})

it('a stored trip is deleted two days after its time', () => {
  keepTrip(trip, 'ana')
  expect(readStoredTrip(now + 47 * hours)).toEqual(trip)
  expect(readStoredTrip(now + 49 * hours)).toBeNull()
  keepTrip({ ...trip, isScheduled: true, tripAt: new Date(now + 72 * hours).toISOString() }, 'ana')
  expect(readStoredTrip(now + 100 * hours)?.id).toBe('a')
})

it('viewing a finished trip does not replace the stored active one', () => {
  const current = { ...trip, at: Date.now(), tripAt: new Date().toISOString() }
  keepTrip(current, 'ana')
  keepTrip({ ...current, id: 'b', status: 'COMPLETE', code: null }, 'ana')
  expect(readStoredTrip()?.id).toBe('a')
  keepTrip({ ...current, status: 'COMPLETE', code: null }, 'ana')
  keepTrip({ ...current, id: 'b', status: 'CANCELLED', code: null }, 'ana')
  expect(readStoredTrip()?.id).toBe('b')
})

it('a stored trip of another format is ignored', () => {
  keepTrip({ ...trip, status: 'FLYING' as StoredTrip['status'] }, 'ana')
  expect(readStoredTrip(now)).toBeNull()
})
