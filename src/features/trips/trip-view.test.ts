import { describe, expect, it } from 'vitest'
import { type BookingStatus, STATUSES } from '@/entities/booking'
import { isScheduled, type TripFacts, tripView, waitLeft } from './trip-view'

const facts = (status: BookingStatus, more: Partial<TripFacts> = {}): TripFacts => ({
  status,
  party: 'rider',
  otpSecure: true,
  isDelivery: false,
  isScheduled: false,
  hasRated: false,
  mayLeave: false,
  ...more
})

describe('what a rider sees', () => {
  it('searches while nobody has accepted, and may cancel', () => {
    expect(tripView(facts('NEW'))).toMatchObject({ title: 'rider.new', blocks: ['search'], secondary: ['cancel'] })
  })

  it('does not search before the lead time of a scheduled ride', () => {
    const view = tripView(facts('NEW', { isScheduled: true }))
    expect(view).toMatchObject({ title: 'rider.scheduled', blocks: [] })
  })

  it('shows driver and code until the ride starts, and no code where none is asked for', () => {
    expect(tripView(facts('ACCEPTED')).blocks).toEqual(['route_change', 'person', 'code'])
    expect(tripView(facts('ARRIVED', { otpSecure: false })).blocks).toEqual(['route_change', 'person'])
    expect(tripView(facts('STARTED')).blocks).not.toContain('code')
  })

  it('keeps the code of a parcel until it is handed over', () => {
    expect(tripView(facts('STARTED', { isDelivery: true })).blocks).toContain('code')
  })

  it('cannot cancel once the ride has started', () => {
    for (const status of ['STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED'] as const) {
      expect(tripView(facts(status)).secondary).not.toContain('cancel')
    }
  })

  it('pays, then rates, then books again', () => {
    expect(tripView(facts('PENDING')).blocks[0]).toBe('cash')
    expect(tripView(facts('PAID')).primary).toBe('rate')
    expect(tripView(facts('COMPLETE')).primary).toBe('book_again')
  })
})

describe('what a driver sees', () => {
  const driver = (status: BookingStatus, more: Partial<TripFacts> = {}) =>
    tripView(facts(status, { party: 'driver', ...more }))

  it('has one next step in every state of the ride', () => {
    expect(driver('ACCEPTED').primary).toBe('arrive')
    expect(driver('ARRIVED').primary).toBe('start')
    expect(driver('STARTED').primary).toBe('reach')
    expect(driver('PENDING').primary).toBe('confirm_cash')
    expect(driver('PAID').primary).toBe('rate')
    expect(driver('PAID', { hasRated: true }).primary).toBe('back_to_drive')
  })

  it('may leave a rider who does not come only after the free wait', () => {
    expect(driver('ARRIVED').secondary).not.toContain('no_show')
    expect(driver('ARRIVED', { mayLeave: true }).secondary).toContain('no_show')
  })

  it('asks for the code at the start of a ride, and at the hand-over of a parcel', () => {
    expect(driver('ARRIVED').blocks).toContain('code')
    expect(driver('ARRIVED', { isDelivery: true }).blocks).not.toContain('code')
    expect(driver('STARTED', { isDelivery: true }).blocks).toContain('code')
  })
})

it('lets staff look on without acting', () => {
  for (const status of STATUSES) {
    const view = tripView(facts(status, { party: 'staff' }))
    expect([view.primary, view.secondary, view.canTalk]).toEqual([null, [], false])
    expect(view.blocks).toContain('events')
  }
})

it('talks to the other side only while there is one', () => {
  const talking = STATUSES.filter((status) => tripView(facts(status)).canTalk)
  expect(talking).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING'])
})

it('asks about a cheaper route between acceptance and start only', () => {
  for (const party of ['rider', 'driver'] as const) {
    const asked = STATUSES.filter((status) => tripView(facts(status, { party })).blocks.includes('route_change'))
    expect(asked).toEqual(['ACCEPTED', 'ARRIVED'])
  }
})

describe('clocks', () => {
  const settings = { leadMinutes: 15, freeWaitMinutes: 5 }
  const at = '2026-05-01T10:00:00Z'
  const noon = Date.parse(at)

  it('is scheduled until the lead time begins', () => {
    const booking = { book_later: true, trip_at: at }
    expect(isScheduled(booking, settings, noon - 16 * 60_000)).toBe(true)
    expect(isScheduled(booking, settings, noon - 14 * 60_000)).toBe(false)
    expect(isScheduled({ book_later: false, trip_at: at }, settings, 0)).toBe(false)
  })

  it('counts the free wait from arrival', () => {
    const now = { book_later: false, trip_at: at }
    expect(waitLeft({ ...now, arrived_at: null }, settings, noon)).toBeNull()
    expect(waitLeft({ ...now, arrived_at: at }, settings, noon + 60_000)).toBe(4 * 60_000)
    expect(waitLeft({ ...now, arrived_at: at }, settings, noon + 600_000)).toBe(0)
    const later = { book_later: true, trip_at: '2026-05-01T10:10:00Z', arrived_at: at }
    expect(waitLeft(later, settings, noon + 600_000)).toBe(5 * 60_000)
  })
})
