import { expect, it } from 'vitest'
import { cancelSlabs, cancelTerms } from './cancellation'

const slabs = [
  { mins_delayed: 10, amount: 6 },
  { mins_delayed: 3, amount: 3 }
]
const accepted = '2026-05-01T10:00:00Z'
const start = Date.parse(accepted)
const booking = { status: 'ACCEPTED', accepted_at: accepted, trip_at: null, book_later: false } as never

it('is free before acceptance and until the first slab', () => {
  expect(cancelTerms({ ...(booking as object), status: 'NEW' } as never, slabs, 15, start)).toEqual({
    fee: 0,
    freeUntil: null
  })
  expect(cancelTerms(booking, slabs, 15, start)).toEqual({ fee: 0, freeUntil: start + 180_000 })
})

it('takes the highest slab below the minutes passed', () => {
  expect(cancelTerms(booking, slabs, 15, start + 4 * 60_000).fee).toBe(3)
  expect(cancelTerms(booking, slabs, 15, start + 11 * 60_000).fee).toBe(6)
  expect(cancelTerms(booking, [], 15, start + 11 * 60_000)).toEqual({ fee: 0, freeUntil: null })
})

it('counts a scheduled trip from its lead time', () => {
  const later = { ...(booking as object), book_later: true, trip_at: '2026-05-01T12:00:00Z' } as never
  expect(cancelTerms(later, slabs, 15, start + 11 * 60_000).fee).toBe(0)
})

it('reads only slabs', () => {
  expect(cancelSlabs([{ mins_delayed: 1, amount: 2 }, { amount: 2 }, null])).toEqual([{ mins_delayed: 1, amount: 2 }])
  expect(cancelSlabs(null)).toEqual([])
})
