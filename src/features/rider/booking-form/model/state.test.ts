import { expect, it } from 'vitest'
import { MAX_STOPS } from '@/entities/place'
import { emptyDraft } from './draft'
import { type BookingState, type BookingStep, bookingReducer, startState } from './state'

const vaduz = { lat: 47.1391, lng: 9.5215, add: 'Städtle 37, Vaduz' }
const after = (steps: BookingStep[], from: BookingState = startState(emptyDraft)) => steps.reduce(bookingReducer, from)

it('chosen values are kept', () => {
  const state = after([
    { do: 'choose_place', slot: 'pickup', place: vaduz },
    { do: 'choose_car', carTypeId: 'cab' },
    { do: 'set_when', when: 'later', tripAt: '2026-11-20T14:30' }
  ])
  expect(state).toMatchObject({ draft: { pickup: vaduz, carTypeId: 'cab', when: 'later' } })
  expect(after([{ do: 'set_when', when: 'now' }], state).draft.tripAt).toBe('2026-11-20T14:30')
})

it('stops are added up to the limit and can be removed', () => {
  const full = after(Array.from({ length: MAX_STOPS + 2 }, () => ({ do: 'add_stop' }) as const))
  expect(full.draft.stops).toHaveLength(MAX_STOPS)
  const two = after([
    { do: 'add_stop' },
    { do: 'add_stop' },
    { do: 'choose_place', slot: { stop: 1 }, place: vaduz },
    { do: 'remove_stop', index: 0 }
  ])
  expect(two.draft.stops).toEqual([vaduz])
})

it('a pin gets a name only if it has not moved, and is used once it has one', () => {
  const here = { lat: 47.1, lng: 9.5 }
  const there = { lat: 47.2, lng: 9.5 }
  const moved = after([
    { do: 'set_pin', slot: 'drop', at: here },
    { do: 'set_pin', slot: 'drop', at: there },
    { do: 'name_pin', at: here, place: vaduz }
  ])
  expect(moved.pin?.place).toBeNull()
  expect(after([{ do: 'use_pin' }], moved).pin).not.toBeNull()
  const used = after([{ do: 'name_pin', at: there, place: vaduz }, { do: 'use_pin' }], moved)
  expect(used).toMatchObject({ pin: null, draft: { drop: vaduz } })
})

it('a place moved to the end of the ride becomes its drop', () => {
  const state = after([
    { do: 'choose_place', slot: 'pickup', place: vaduz },
    { do: 'add_stop' },
    { do: 'reorder', from: 0, to: 2 }
  ])
  expect(state.draft).toMatchObject({ pickup: null, stops: [null], drop: vaduz })
})

// Spec 4.57
it('going back clears the trip except for its pickup', () => {
  const state = after([
    { do: 'choose_place', slot: 'pickup', place: vaduz },
    { do: 'choose_place', slot: 'drop', place: vaduz },
    { do: 'choose_car', carTypeId: 'van' },
    { do: 'leave_route' }
  ])
  expect(state.draft).toMatchObject({ pickup: vaduz, drop: null, stops: [], carTypeId: null })
})

it('the extras of each car are remembered, and the next question follows', () => {
  const state = after([
    { do: 'ask', question: 'extras' },
    { do: 'choose_extras', carTypeId: 'van', extras: { parcel: 1, option: 0 }, next: 'delivery' }
  ])
  expect(state).toMatchObject({ question: 'delivery', draft: { extras: { van: { parcel: 1, option: 0 } } } })
})

it('the search moves on to the next missing place, and closes after the last', () => {
  const begun = after([{ do: 'search', slot: 'pickup' }])
  const second = after([{ do: 'choose_place', slot: 'pickup', place: vaduz }], begun)
  expect(second.search).toBe('drop')
  const emptied = after([{ do: 'choose_place', slot: 'pickup', place: null }], second)
  expect(emptied.search).toBe('drop')
  const both = after([{ do: 'choose_place', slot: 'drop', place: vaduz }], second)
  expect(both.search).toBeNull()
  const stop = after([{ do: 'add_stop' }], both)
  expect(stop.search).toEqual({ stop: 0 })
  expect(after([{ do: 'choose_place', slot: { stop: 0 }, place: vaduz }], stop).search).toBeNull()
})

it('after a pin the search moves on to the missing place', () => {
  const here = { lat: 47.1, lng: 9.5 }
  const state = after([
    { do: 'search', slot: 'pickup' },
    { do: 'set_pin', slot: 'pickup', at: here },
    { do: 'name_pin', at: here, place: vaduz },
    { do: 'use_pin' }
  ])
  expect(state).toMatchObject({ pin: null, search: 'drop', draft: { pickup: vaduz } })
})

it('moving a marker opens no search', () => {
  expect(after([{ do: 'move_place', slot: 'pickup', place: vaduz }]).search).toBeNull()
})

it('a pickup is filled in only if the person has not started', () => {
  expect(after([{ do: 'prefill', place: vaduz }]).draft.pickup).toEqual(vaduz)
  const typing = after([
    { do: 'search', slot: 'pickup' },
    { do: 'prefill', place: vaduz }
  ])
  expect(typing.draft.pickup).toBeNull()
})

it('an earlier ride is booked again, and a route is reversed', () => {
  const again = after([{ do: 'fill', draft: { pickup: vaduz, drop: { ...vaduz, add: 'Schaan' }, carTypeId: 'van' } }])
  expect(again).toMatchObject({ search: null, draft: { when: 'now', carTypeId: 'van' } })
  const back = after([{ do: 'swap' }], again)
  expect(back.draft).toMatchObject({ pickup: { add: 'Schaan' }, drop: vaduz })
  expect(after([{ do: 'leave_route' }], back).draft).toMatchObject({ pickup: { add: 'Schaan' }, drop: null })
})
