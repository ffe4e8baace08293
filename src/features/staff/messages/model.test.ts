import { expect, it } from 'vitest'
import { reasonWord, stateWord } from './model'

it('a message whose outcome nobody knows is neither sent nor failed', () => {
  expect(stateWord({ state: 'sent', reason: 'unknown: no answer in time' })).toBe('perhaps')
  expect(stateWord({ state: 'sent', reason: null })).toBe('sent')
  expect(stateWord({ state: 'failed', reason: 'expired' })).toBe('failed')
})

it.each([
  ['undeliverable: receiver_refused: 400 error 21614', 'receiver_refused'],
  ['undeliverable: it was refused on two days', 'two_days'],
  ['expired, not_now: retry: status 503', 'expired'],
  ['not_now: account_refused: 401 error 20003', 'account_refused'],
  ['not_now: retry: status 503', 'retry'],
  ['past: the trip has moved on', 'past'],
  ['undeliverable: no words', 'undeliverable']
])('the reason “%s” has words', (reason, word) => {
  expect(reasonWord({ reason })).toBe(word)
})

it('a message without a reason has no words for one', () => {
  expect(reasonWord({ reason: null })).toBeNull()
})
