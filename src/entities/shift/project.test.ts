import { expect, it } from 'vitest'
import type { Booking } from '@/entities/booking'
import type { Deed, QueuedDeed } from './model'
import { isDoneIn, projectBooking } from './project'

const booking = {
  ...{ id: 'b1', status: 'STARTED', arrived_at: null, returning_at: null },
  ...{ pickup_lat: 1, pickup_lng: 2, pickup_address: 'Post', drop_lat: 3, drop_lng: 4, drop_address: 'Bahnhof' }
} as Booking
const queued = (deed: Deed, heldKey: string | null = null): QueuedDeed => ({
  ...{ key: 'k', driverId: 'd1', bookingId: 'b1', reference: 'ABCDEF', acceptedAt: null, at: 1000 },
  ...{ deed, heldKey }
})

it('a parcel turns back on its driver’s page before the server knows, and the wait has begun', () => {
  const back = projectBooking(booking, [queued({ kind: 'return_to_sender', reason: 'Nobody home' })])
  expect(back).toMatchObject({
    drop_lat: 1,
    drop_lng: 2,
    drop_address: 'Post',
    returning_at: '1970-01-01T00:00:01.000Z'
  })
  expect(projectBooking(booking, [queued({ kind: 'arrive' })]).arrived_at).toBe('1970-01-01T00:00:01.000Z')
})

it('nothing changes for another booking, for what is held up, or without deeds', () => {
  const others = [{ ...queued({ kind: 'arrive' }), bookingId: 'b2' }, queued({ kind: 'arrive' }, 'start_code_wrong')]
  expect(projectBooking(booking, others)).toBe(booking)
})

it('a parcel that is on its way back needs no second turn', () => {
  expect(isDoneIn('return_to_sender', booking)).toBe(false)
  expect(isDoneIn('return_to_sender', { status: 'STARTED', returning_at: 'now' })).toBe(true)
  expect(isDoneIn('arrive', { status: 'STARTED', returning_at: null })).toBe(true)
})
