import { expect, it } from 'vitest'
import english from '../texts/sent_messages/en.json'
import { messageOf } from './message-model'

const at = (key: string) =>
  String(
    key
      .split('.')
      .slice(1)
      .reduce<unknown>((inner, part) => (inner as Record<string, unknown>)?.[part], english) ?? key
  )
const shown = (key: string, own: Record<string, string> = {}) =>
  messageOf(key, (one) => own[one] ?? at(one), 'Rigi Taxi')

it('a text of a code is shown as the whole text message, with the line for browsers and its parts', () => {
  const message = shown('sent_messages.sms.warning')
  expect(message).toMatchObject({ kind: 'sms', counted: { segments: 1, encoding: 'gsm7' } })
  expect(message).toHaveProperty('text', '12345678 is your Rigi Taxi code. Give it to nobody.\n@taxi.example #12345678')
})

it('a longer text of the firm is billed more than once, and a letter outside the GSM alphabet sooner', () => {
  const own = { 'sent_messages.parcel': `Твой код {{code}} ${'ж'.repeat(60)}` }
  expect(shown('sent_messages.parcel', own)).toMatchObject({ counted: { segments: 2, encoding: 'ucs2' } })
})

it('a text of a mail is shown in its mail, whose subject has the firm and no code', () => {
  const message = shown('sent_messages.mail.lines.recovery')
  expect(message).toMatchObject({ kind: 'mail', subject: 'Rigi Taxi: set a new password' })
  expect(message).toHaveProperty('paragraphs.0', 'Your code for setting a new password is 12345678')
})

it('every text of a message is shown in one, and no text of a page', () => {
  const keys = (inner: unknown, path: string): string[] =>
    typeof inner === 'string'
      ? [path]
      : Object.entries(inner as object).flatMap(([key, value]) => keys(value, `${path}.${key}`))
  for (const key of keys(english, 'sent_messages')) expect(shown(key), key).not.toBeNull()
  expect(shown('notices.driver_arrived.title')).toMatchObject({ kind: 'push' })
  for (const key of ['common.save', 'notices.kinds.toll', 'firm.Cab', 'sent_messagesx.y']) expect(shown(key)).toBeNull()
})
