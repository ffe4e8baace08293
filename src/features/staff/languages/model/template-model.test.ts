import { describe, expect, it } from 'vitest'
import { loadBundle } from '@/lib/texts/files'
import { flatten } from '@/lib/texts/model'
import type { Ground } from './rows'
import { changedParts, channelsOf, fieldsOf, kindsOf } from './template-model'

const { notices, sent_messages } = await loadBundle('en')
const texts = flatten({ notices: notices ?? {}, sent_messages: sent_messages ?? {} })
const ground: Ground = { locale: 'en', own: texts, english: texts, fallback: texts, firm: [], isDefault: true }
const kinds = kindsOf([...texts.keys(), 'common.save'])
const kindOf = (id: string) => kinds.find(({ kind }) => kind === id) ?? expect.fail(`no kind ${id}`)

describe('the kinds of messages', () => {
  it('every text of a message belongs to one kind, and no text of a page or name of a paper to any', () => {
    const parts = kinds.flatMap(({ kind, parts }) => parts.map((part) => (part ? `${kind}.${part}` : kind)))
    expect(parts.sort()).toEqual([...texts.keys()].filter((key) => !key.startsWith('notices.kinds.')).sort())
  })

  it('notices leave on each channel, a code by text message on one', () => {
    expect(channelsOf('notices.receipt')).toEqual(['all', 'push', 'mail', 'sms'])
    expect(channelsOf('sent_messages.parcel')).toEqual(['all'])
    expect(kindOf('sent_messages.parcel').parts).toEqual([''])
  })

  it('each kind stands in a group that fits', () => {
    const group = (name: string) => kindOf(name).group
    expect(['driver_arrived', 'trip_started', 'booking_cancelled'].map((name) => group(`notices.${name}`))).toEqual(
      Array(3).fill('rides')
    )
    expect(group('notices.document_expired')).toBe('drivers')
    expect(group('notices.receipt')).toBe('money')
    expect(group('notices.staff_changed')).toBe('account')
    expect(group('sent_messages.mail')).toBe('sent')
  })
})

describe('the texts of a kind', () => {
  const fields = (words: Record<string, string>, general: Record<string, string> = {}) =>
    fieldsOf(kindOf('notices.driver_arrived'), words, general, ground)

  it('show what counts without words of their own: those of all channels, else the built-in ones', () => {
    expect(fields({})[0]?.shown).toBe('Your driver is here')
    expect(fields({}, { title: 'Outside' })[0]?.shown).toBe('Outside')
  })

  it('name the placeholders, and say which are missing or unknown', () => {
    expect(fields({})[1]?.placeholders).toContain('pickup')
    expect(fields({ text: 'Come to {{door}}' })[1]?.problem).toMatchObject({ extra: ['door'] })
    expect(fields({ title: 'Here' })[0]?.problem).toBeNull()
    expect(fields({ title: 'x'.repeat(2001) })[0]?.problem).toEqual({ kind: 'too_long' })
  })

  it('are the same if an empty text is missing in one of them', () => {
    expect(changedParts({ title: '' }, {})).toEqual([])
    expect(changedParts({ title: 'a' }, {})).toEqual(['title'])
  })
})
