import { assert, assertEquals } from '@std/assert'
import type { Firm } from '../_shared/messages/firm.ts'
import { countSegments } from '../_shared/phone/segments.ts'
import { wordTripMail, wordTripText } from './trip-text.ts'

const assertStringIncludes = (text: string, part: string) => assert(text.includes(part), text)

const firm = (name: string): Firm => ({
  name,
  colour: '',
  logoUrl: '',
  phone: '',
  site: '',
  standard: 'en',
  texts: {},
  channelTexts: {},
})
const format = { symbol: 'CHF', swipe_symbol: false, decimal: 2, time_zone: 'Europe/Vaduz' }
const follow = 'https://taxi.example/t/0123456789abcdef0123456789abcdef'
const preferences = 'https://taxi.example/m/0123456789abcdef01234567'
const params: Record<string, Record<string, unknown>> = {
  booked: { trip_at: '2026-12-24T17:05:00Z' },
  driver: { car: 'Blue Skoda Octavia', plate: 'FL 28 114', minutes: 6 },
  outside: { car: 'Blue Skoda Octavia', plate: 'FL 28 114' },
  delayed: { minutes: 12 },
  changed: {},
  cancelled: { reason: 'Road closed', trip_at: '2026-12-24T17:05:00Z' },
  receipt: { amount: 23.5, reference: 'KXRTBA' },
}
const linked = ['booked', 'driver', 'delayed', 'changed']
const textOf = (kind: string, lang: string, name = 'Acme', own: Record<string, unknown> = {}, who = 'customer') =>
  wordTripText(
    { msg: `text_${kind}`, lang, who, format, params: { ...params[kind], ...own } },
    {
      follow: linked.includes(kind) ? follow : '',
      preferences: kind === 'booked' || kind === 'receipt' ? preferences : '',
    },
    firm(name),
  )

for (const kind of Object.keys(params)) {
  Deno.test(`the text ${kind} is one segment in English and German, whatever the firm is called`, () => {
    for (const lang of ['en', 'de']) {
      for (const name of ['Acme', 'Żółta Taksówka Województwa Śląskiego i Okolic, Spółka z o.o.', 'T'.repeat(200)]) {
        const text = textOf(kind, lang, name)
        assertEquals(countSegments(text).segments, 1, text)
        if (linked.includes(kind)) assertStringIncludes(text, follow)
      }
    }
  })
  Deno.test(`the text ${kind} keeps its link and the firm's name in Arabic`, () => {
    const text = textOf(kind, 'ar', 'Acme')
    assert(text.startsWith('Acme: '), text)
    if (linked.includes(kind)) assertStringIncludes(text, follow)
    assert(countSegments(text).segments <= 3, text)
  })
}

Deno.test('a text says what happened', () => {
  assertEquals(
    textOf('booked', 'en'),
    `Acme: your ride is booked for Dec 24, 2026, 6:05 PM. Follow it: ${follow}`,
  )
  assertEquals(textOf('driver', 'en'), `Acme: Blue Skoda Octavia, FL 28 114 comes in 6 min. Follow it: ${follow}`)
  assertEquals(textOf('outside', 'en'), 'Acme: your car is outside: Blue Skoda Octavia, FL 28 114.')
  assertEquals(textOf('cancelled', 'en'), 'Acme: your booking was cancelled: Road closed')
  assertEquals(
    textOf('receipt', 'en'),
    `Acme: CHF 23.50 paid for booking KXRTBA. Thank you! Your texts: ${preferences}`,
  )
})

Deno.test('a text has the link to the preferences only where there is room', () => {
  assertStringIncludes(textOf('receipt', 'de'), preferences)
  assert(!textOf('receipt', 'de', 'Taxi- und Mietwagenbetrieb Huber & Söhne in Vaduz und Schaan').includes(preferences))
})

Deno.test('a cancellation without a reason, without a driver and of a parcel have words of their own', () => {
  assertEquals(textOf('cancelled', 'en', 'Acme', { reason: undefined }), 'Acme: your booking was cancelled.')
  assertStringIncludes(textOf('cancelled', 'en', 'Acme', { no_driver: true }), 'no driver is free')
  assertEquals(textOf('cancelled', 'en', 'Acme', {}, 'recipient'), 'Acme: the parcel to you was cancelled.')
})

Deno.test('a car or a reason as long as a novel and with line breaks leaves one segment', () => {
  const long = `Road\nclosed \u202e${'again and '.repeat(1000)}`
  assertEquals(countSegments(textOf('cancelled', 'en', 'Acme', { reason: long })).segments, 1)
  assert(!textOf('cancelled', 'en', 'Acme', { reason: long }).includes('\n'))
  assertEquals(countSegments(textOf('driver', 'en', 'Acme', { car: long })).segments, 1)
})

Deno.test('a driver who comes much later comes at a time, not in minutes', () =>
  assertStringIncludes(
    textOf('driver', 'en', 'Acme', { minutes: undefined, trip_at: '2026-12-24T17:05:00Z' }),
    'comes on Dec 24',
  ))

const mailOf = (kind: string, lang: string, own: Record<string, unknown> = {}) =>
  wordTripMail(
    { msg: `text_${kind}`, lang, who: 'customer', format, params: { ...params[kind], ...own } },
    { follow: linked.includes(kind) ? follow : '', preferences },
    firm('Acme'),
  )

Deno.test('a mail about a trip has a subject, the sentence, the link and the way to get no more', () =>
  assertEquals(mailOf('driver', 'en'), {
    title: 'Acme: your car is coming',
    text:
      `Blue Skoda Octavia, FL 28 114 comes in 6 min.\n\nFollow it: ${follow}\n\nChoose which mails you get: ${preferences}\n\nAcme`,
    tag: 'en',
    link: follow,
  }))

Deno.test('the sentence of a mail about a trip begins with a capital letter', () => {
  assertStringIncludes(mailOf('outside', 'en').text, 'Your car is outside')
  assertStringIncludes(mailOf('receipt', 'de').text, 'CHF 23.50 für die Buchung KXRTBA bezahlt.')
})

Deno.test('every kind of mail about a trip has a subject of its own in every language', () => {
  const variants: [string, Record<string, unknown>][] = [
    ...Object.keys(params).map((kind): [string, Record<string, unknown>] => [kind, {}]),
    ['booked', { trip_at: undefined }],
    ['driver', { minutes: undefined }],
    ['cancelled', { reason: undefined }],
    ['cancelled', { no_driver: true }],
  ]
  for (const lang of ['en', 'de', 'ar']) {
    for (const [kind, own] of variants) {
      const { title, text, tag } = mailOf(kind, lang, own)
      assertEquals(tag, lang)
      assert(/^Acme: \S/.test(title), title)
      assert(!/[{}]|undefined/.test(text + title), text)
    }
  }
})

Deno.test('a reason with line breaks and marks stays one line of a mail', () => {
  const { text } = mailOf('cancelled', 'en', { reason: `Road\nclosed\n\n\u202ehttps://evil.example` })
  assertEquals(text.split('\n\n').length, 3)
  assert(!text.includes('\u202e'), text)
})
