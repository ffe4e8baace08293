import { expect, it } from 'vitest'
import { type Call, newCall } from '../model/call'
import { type Calls, callsReducer, MAX_CALLS } from './use-calls'

const typed: Call = newCall('+423 555 03')
const one = (call: Call): Calls => ({ calls: [call], shown: call.id })
const numbers = ({ calls }: Calls) => calls.map(({ text }) => text)

it('an incoming number replaces a call that has not been started', () => {
  const state = callsReducer(one(newCall()), { do: 'pop', number: '0791' })
  expect(numbers(state)).toEqual(['0791'])
})

it('an incoming number waits beside a started call, which stays shown', () => {
  const state = callsReducer(one(typed), { do: 'pop', number: '0791' })
  expect(numbers(state)).toEqual(['+423 555 03', '0791'])
  expect(state.shown).toBe(typed.id)
})

it('at most nine calls are open', () => {
  const calls = Array.from({ length: MAX_CALLS }, (_, n) => newCall(`call ${n}`))
  const state = { calls, shown: calls[0]?.id ?? '' }
  expect(callsReducer(state, { do: 'pop', number: '0791' })).toEqual(state)
  expect(callsReducer(state, { do: 'open' })).toEqual(state)
})

it('after a reload the latest call is shown, but the one that opened the page takes precedence', () => {
  const kept = [newCall('a'), newCall('b')]
  expect(callsReducer(one(newCall()), { do: 'adopt', calls: kept, popped: null })).toEqual({
    calls: kept,
    shown: kept[1]?.id
  })
  const popped = callsReducer(one(newCall()), { do: 'adopt', calls: kept, popped: '0791' })
  expect(numbers(popped)).toEqual(['a', 'b', '0791'])
  expect(popped.shown).toBe(popped.calls[2]?.id)
})

it('input typed while stored calls load is kept once', () => {
  const kept = [newCall('a')]
  const state = callsReducer(one(typed), { do: 'adopt', calls: [...kept, typed], popped: null })
  expect(state).toEqual({ calls: [...kept, typed], shown: typed.id })
})

it('input typed while stored calls load stays in front of the call that opened the page', () => {
  const state = callsReducer(one(typed), { do: 'adopt', calls: [newCall('a')], popped: '0791' })
  expect(numbers(state)).toEqual(['a', typed.text, '0791'])
  expect(state.shown).toBe(typed.id)
})

it('at most nine calls are open after a reload, among them the begun one and the one that opened the page', () => {
  const kept = Array.from({ length: MAX_CALLS }, (_, n) => newCall(`call ${n}`))
  const state = callsReducer(one(typed), { do: 'adopt', calls: kept, popped: '0791' })
  expect(state.calls).toHaveLength(MAX_CALLS)
  expect(numbers(state).slice(-2)).toEqual([typed.text, '0791'])
})

it('closing the last call makes room for the next', () => {
  const state = callsReducer(one(typed), { do: 'close', id: typed.id })
  expect(numbers(state)).toEqual([''])
  const two = callsReducer(one(typed), { do: 'pop', number: '0791' })
  expect(callsReducer(two, { do: 'close', id: typed.id }).shown).toBe(two.calls[1]?.id)
})

it('a change is based on the call’s state at that time', () => {
  const noted = callsReducer(one(typed), { do: 'change', id: typed.id, patch: { pickupNote: 'Ring' } })
  const patch = (call: Call) => ({ pickupNote: `${call.pickupNote} twice` })
  expect(callsReducer(noted, { do: 'change', id: typed.id, patch }).calls[0]?.pickupNote).toBe('Ring twice')
})
