import { expect, it } from 'vitest'
import type { Booking } from '@/entities/booking'
import type { DriverAction, QueuedAction } from './model'
import { isDoneIn, projectBooking } from './project'

const booking = {
  ...{ id: 'b1', status: 'STARTED', arrived_at: null, returning_at: null },
  ...{ pickup_lat: 1, pickup_lng: 2, pickup_address: 'Post', drop_lat: 3, drop_lng: 4, drop_address: 'Bahnhof' }
} as Booking
const queued = (action: DriverAction, heldKey: string | null = null): QueuedAction => ({
  ...{ key: 'k', driverId: 'd1', bookingId: 'b1', reference: 'ABCDEF', acceptedAt: null, at: 1000 },
  ...{ action, heldKey }
})

it('the driver’s page shows a returning parcel, and a started wait, before the server knows', () => {
  const back = projectBooking(booking, [queued({ kind: 'return_to_sender', reason: 'Nobody home' })])
  expect(back).toMatchObject({
    drop_lat: 1,
    drop_lng: 2,
    drop_address: 'Post',
    returning_at: '1970-01-01T00:00:01.000Z'
  })
  expect(projectBooking(booking, [queued({ kind: 'arrive' })]).arrived_at).toBe('1970-01-01T00:00:01.000Z')
})

it('another booking, a blocked action and an empty queue change nothing', () => {
  const others = [{ ...queued({ kind: 'arrive' }), bookingId: 'b2' }, queued({ kind: 'arrive' }, 'start_code_wrong')]
  expect(projectBooking(booking, others)).toBe(booking)
})

it('a returning parcel is not returned a second time', () => {
  expect(isDoneIn('return_to_sender', booking)).toBe(false)
  expect(isDoneIn('return_to_sender', { status: 'STARTED', returning_at: 'now' })).toBe(true)
  expect(isDoneIn('arrive', { status: 'STARTED', returning_at: null })).toBe(true)
})
