import { expect, it } from 'vitest'
import common from '@/lib/texts/common/en.json'
import { afterCursor, isAhead, nextCursor, ownerOf, shownFare } from './list'
import { ACTIVE_STATUSES } from './status'

// Spec 7.43
it('bookings are found by the role’s column', () => {
  expect(ownerOf('rider', 'u')).toEqual({ column: 'customer_id', id: 'u' })
  expect(ownerOf('driver', 'u')).toEqual({ column: 'driver_id', id: 'u' })
})

it('only a full page has a cursor for the next', () => {
  const row = (id: string) => ({ id, created_at: '2026-05-01T10:00:00Z' })
  expect(nextCursor([row('a'), row('b')], 2)).toEqual({ createdAt: '2026-05-01T10:00:00Z', id: 'b' })
  expect(nextCursor([row('a')], 2)).toBeNull()
  expect(nextCursor([], 2)).toBeNull()
})

it('the cursor breaks ties of equal times by id', () => {
  expect(afterCursor({ createdAt: 'T', id: 'x' })).toBe('created_at.lt."T",and(created_at.eq."T",id.lt.x)')
})

it('the list shows the most accurate known fare', () => {
  expect(shownFare({ status: 'NEW', total_amount: 12.5 })).toBe(12.5)
  expect(shownFare({ status: 'CANCELLED', total_amount: 6 })).toBe(6)
  expect(shownFare({ status: 'CANCELLED', total_amount: 0 })).toBeNull()
})

// Spec 4.5
it('bookings that are neither complete nor cancelled are active', () => {
  const all = Object.keys(common.status)
  expect([...ACTIVE_STATUSES].sort()).toEqual(all.filter((status) => !/^(COMPLETE|CANCELLED)$/.test(status)).sort())
})

it('a booking for later is distinguished from one under way', () => {
  const later = { book_later: true, engaged_at: null }
  expect(isAhead({ ...later, status: 'NEW' })).toBe(true)
  expect(isAhead({ ...later, status: 'ACCEPTED' })).toBe(true)
  expect(isAhead({ ...later, status: 'ACCEPTED', engaged_at: '2026-05-01T10:00:00Z' })).toBe(false)
  expect(isAhead({ book_later: false, engaged_at: null, status: 'NEW' })).toBe(false)
})
