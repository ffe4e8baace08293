import { expect, it } from 'vitest'
import { isResettable, messageCost, reasonWord, shownReceiver, stateWord } from './model'

it('a message whose outcome nobody knows is neither sent nor failed', () => {
  expect(stateWord({ state: 'sent', reason: 'unknown: no answer in time' })).toBe('perhaps')
  expect(stateWord({ state: 'sent', reason: null })).toBe('sent')
  expect(stateWord({ state: 'failed', reason: 'expired' })).toBe('failed')
})

it.each([
  ['undeliverable: receiver_refused: 400 error 21614', 'receiver_refused'],
  ['undeliverable: it was refused on two days', 'two_days'],
  ['expired, not_now: retry: status 503', 'expired'],
  ['undeliverable: expired', 'expired'],
  ['not_now: account_refused: 401 error 20003', 'account_refused'],
  ['not_now: retry: status 503', 'retry'],
  ['past: the trip has moved on', 'past'],
  ['undeliverable: no words', 'undeliverable'],
  ['stopped', 'stopped'],
  ['no_texts_left', 'no_texts_left'],
  ['too_many_texts', 'too_many_texts'],
  ['undeliverable: receiver_refused: 400 error 21610, unsubscribed', 'stopped']
])('the reason “%s” has words', (reason, word) => {
  expect(reasonWord({ reason })).toBe(word)
})

it('a message without a reason has no words for one', () => {
  expect(reasonWord({ reason: null })).toBeNull()
})

it.each([
  ['failed', 'undeliverable: receiver_refused: 400 error 21614', true],
  ['failed', 'undeliverable: it was refused on two days', true],
  ['failed', 'receiver_refused: 400 error 21614', true],
  ['failed', 'expired, not_now: account_refused: 401 error 20003', false],
  ['failed', 'retry: status 503', false],
  ['sent', 'unknown: no answer in time', false],
  ['sent', null, false]
])('a number is reset only if its failures count against it: %s, %s', (state, reason, isOffered) => {
  expect(isResettable({ state, reason })).toBe(isOffered)
})

it('a cost that no provider told is estimated by the price of a part', () => {
  const firm = { sms_price: 0.07, code: 'CHF' }
  const row = { channel: 'sms', state: 'sent', segments: 2, cost: null, currency: 'EUR' }
  expect(messageCost(row, firm)).toEqual({ amount: 0.14, currency: 'CHF', isEstimate: true })
  expect(messageCost({ ...row, cost: 0.05 }, firm)).toEqual({ amount: 0.05, currency: 'EUR', isEstimate: false })
  expect(messageCost(row, { ...firm, sms_price: null })).toBeNull()
  expect(messageCost({ ...row, state: 'failed' }, firm)).toBeNull()
  expect(messageCost({ ...row, channel: 'mail' }, firm)).toBeNull()
})

it('a number shows its last digits once, and an address its host', () => {
  expect(shownReceiver({ channel: 'sms', receiver: '***79', receiver_end: '0379' })).toBe('***0379')
  expect(shownReceiver({ channel: 'mail', receiver: 'A***@***', receiver_end: 'hackney.test' })).toBe(
    'A***@hackney.test'
  )
})
