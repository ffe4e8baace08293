import { expect, it } from 'vitest'
import { changesOf } from './changes'

it('before and after are side by side, with differences first', () => {
  expect(changesOf({ min_fare: 8, name: 'Cab' }, { min_fare: 9.5, name: 'Cab' })).toEqual([
    { field: 'min_fare', before: '8', after: '9.5', isChanged: true },
    { field: 'name', before: 'Cab', after: 'Cab', isChanged: false }
  ])
})

it('a field missing on one side is empty there, and null is a value', () => {
  expect(changesOf(null, { reason: null })).toEqual([{ field: 'reason', before: null, after: 'null', isChanged: true }])
  expect(changesOf({ name: 'Van' }, null)).toEqual([{ field: 'name', before: 'Van', after: null, isChanged: true }])
  expect(changesOf(null, null)).toEqual([])
})

it('texts in a nested object are separate fields, and lists stay whole', () => {
  expect(
    changesOf({ key_value_pairs: { hello: 'Hi' }, slabs: [1] }, { key_value_pairs: { hello: 'Hey' }, slabs: [1, 2] })
  ).toEqual([
    { field: 'key_value_pairs.hello', before: 'Hi', after: 'Hey', isChanged: true },
    { field: 'slabs', before: '[1]', after: '[1,2]', isChanged: true }
  ])
})
