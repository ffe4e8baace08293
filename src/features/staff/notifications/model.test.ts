import { expect, it } from 'vitest'
import { type Draft, partsOf, receiversOf, wordsIn, writtenWords } from './model'

const draft: Draft = {
  usertype: 'All',
  devicetype: 'All',
  channels: ['sms'],
  title: 'Winter',
  body: 'Snow',
  words: { de: { title: 'Winter', body: 'Schnee' }, fr: { title: 'Hiver', body: ' ' }, ar: { title: 'x', body: 'ثلج' } }
}
const audience = [
  { channel: 'sms', locale: 'de-AT', receivers: 3 },
  { channel: 'sms', locale: '', receivers: 2 },
  { channel: 'sms', locale: 'ar', receivers: 4 },
  { channel: 'mail', locale: 'ar', receivers: 100 }
]

it('everybody gets the words of their language, else those of the firm', () => {
  expect(['de', 'de-AT', 'fr', 'it', ''].map((locale) => wordsIn(draft, locale).body)).toEqual([
    'Schnee',
    'Schnee',
    'Snow',
    'Snow',
    'Snow'
  ])
})

it('words without a text are none', () => {
  expect(Object.keys(writtenWords(draft.words))).toEqual(['de', 'ar'])
})

it('the parts of text messages follow from the letters of each language', () => {
  const frame = (body: string) => body.padEnd(100, body.at(-1))
  expect(receiversOf(audience, 'sms')).toBe(9)
  // A hundred Arabic letters take two parts.
  expect(partsOf(draft, audience, frame)).toBe(3 + 2 + 4 * 2)
})
