import { describe, expect, it } from 'vitest'
import type { BookingStatus, TripCommand } from '@/entities/booking'
import { aheadOf } from './ahead'

const ride = (status: BookingStatus) => ({ status, category: 'taxi', prepaid: false, returning_at: null }) as const
const told = (...actions: TripCommand[]) => ({ actions })

describe('what a driver may do ahead of the server', () => {
  it('is what the server said while no step waits', () => {
    expect(aheadOf(told('cancel', 'no_show', 'chat'), ride('ARRIVED'), 'ARRIVED', false)).toEqual([
      'cancel',
      'no_show',
      'chat'
    ])
  })

  it('after an arrival without a signal: add tolls and give the trip back, but not leave without the rider', () => {
    const actions = aheadOf(told('cancel', 'no_show', 'chat'), ride('ACCEPTED'), 'ARRIVED', false)
    expect(actions).toEqual(expect.arrayContaining(['cancel', 'add_extra', 'chat']))
    expect(actions).not.toContain('no_show')
  })

  it('after a start without a signal: add tolls, but not give the trip back', () => {
    const actions = aheadOf(told('cancel', 'add_extra'), ride('ARRIVED'), 'STARTED', false)
    expect(actions).toEqual(['add_extra'])
  })

  it('on a page that was opened without a signal: the same', () => {
    expect(aheadOf(undefined, ride('ARRIVED'), 'ARRIVED', false)).toEqual(['cancel', 'add_extra'])
    expect(aheadOf(undefined, ride('STARTED'), 'STARTED', false)).toEqual(['add_extra'])
    expect(aheadOf(undefined, { ...ride('STARTED'), category: 'delivery' }, 'STARTED', false)).toEqual([
      'return_to_sender'
    ])
    expect(aheadOf(undefined, { ...ride('STARTED'), prepaid: true }, 'STARTED', false)).toEqual([])
  })

  it('after the end without a signal: nothing that belongs to the way', () => {
    expect(aheadOf(told('cancel', 'add_extra', 'chat'), ride('STARTED'), 'STARTED', true)).toEqual(['chat'])
    expect(aheadOf(told('cancel', 'chat'), ride('ARRIVED'), 'STARTED', true)).toEqual(['chat'])
    expect(aheadOf(undefined, ride('STARTED'), 'STARTED', true)).toEqual([])
  })
})
