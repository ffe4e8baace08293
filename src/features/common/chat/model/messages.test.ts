import { expect, it } from 'vitest'
import { countUnread, hasSaid, mergeMessages } from './messages'

const stored = (id: string, from: string, minute: number) =>
  ({ id, client_key: id, from_id: from, message: id, created_at: `2026-05-01T10:0${minute}:00Z` }) as never

it('a pending message is shown once, whether the response or the refetch comes first', () => {
  const message = { key: 'k2', bookingId: 'b', driverId: null, text: 'hi', at: '2026-05-01T10:02:00Z' }
  const states = (stored: never[], failedKey: string | null = null, isOut = false) =>
    mergeMessages(stored, [{ ...message, failedKey }], { me: 'me', isOut }).map(({ state }) => state)
  expect(states([stored('k1', 'other', 1)])).toEqual(['sent', 'sending'])
  expect(states([stored('k1', 'other', 1)], null, true)).toEqual(['sent', 'waiting'])
  expect(states([], 'chat_closed', true)).toEqual(['failed'])
  expect(states([stored('k2', 'me', 2)])).toEqual(['sent'])
})

it('only the other side’s messages since the panel was open are counted', () => {
  const list = [stored('a', 'other', 1), stored('b', 'me', 2), stored('c', 'other', 3)]
  expect(countUnread(list, 'me', null)).toBe(2)
  expect(countUnread(list, 'me', '2026-05-01T10:01:00Z')).toBe(1)
})

it('the code counts as sent if my message with it did not fail', () => {
  const told = (state: 'sent' | 'failed', isMine = true) => [
    { key: 'k', text: 'My start code: 40213', isMine, at: '2026-05-01T10:02:00Z', state }
  ]
  expect(hasSaid(told('sent'), '40213')).toBe(true)
  expect(hasSaid(told('failed'), '40213')).toBe(false)
  expect(hasSaid(told('sent', false), '40213')).toBe(false)
})
