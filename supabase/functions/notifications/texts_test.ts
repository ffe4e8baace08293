import { assertEquals, assertMatch } from '@std/assert'
import type { Writer } from '../_shared/messages/sent.ts'
import { type Format, word as wordFor, wordCode } from './texts.ts'

/** A firm that has written no texts of its own. */
const english: Writer = { standard: 'en', texts: {} }
const word = (name: string, params: Record<string, unknown>, lang: string, format: Format) =>
  wordFor(name, params, lang, english, format)?.text ?? null

const format = { symbol: 'CHF', swipe_symbol: false, decimal: 2, time_zone: 'Europe/Vaduz' }

Deno.test('the texts are the app’s', async () => {
  for (const language of ['en', 'de', 'ar']) {
    const [own, app] = await Promise.all(
      [`./texts/${language}.json`, `../../../src/features/common/notices/texts/notices/${language}.json`].map(async (
        path,
      ) => JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url)))),
    )
    assertEquals(own, app, language)
  }
})

Deno.test('placeholders are filled in, with the operator’s format of amounts and times', () => {
  assertEquals(word('wallet_credited.text', { amount: 5 }, 'en', format), 'CHF 5.00 was added to your wallet.')
  assertEquals(
    word('wallet_credited.text', { amount: '5.5' }, 'en', { ...format, swipe_symbol: true, decimal: 1 }),
    '5.5 CHF was added to your wallet.',
  )
  assertEquals(
    word('wallet_credited.text', { amount: -5 }, 'en', format),
    '\u2212CHF 5.00 was added to your wallet.',
    'a negative amount has a minus sign before the symbol',
  )
  assertEquals(word('driver_accepted.title', { driver: 'Ida' }, 'en', format), 'Ida is coming')
  assertEquals(word('driver_accepted.title', { driver: '' }, 'en', format), 'Your driver is coming')
  assertMatch(word('trip_offered.title', {}, 'de', format) ?? '', /\S/)
})

Deno.test('a time that clocks show twice says which of the two it is', () => {
  const said = (at: string, language: 'en' | 'de', zone = 'Europe/Vaduz') =>
    word('bank_details_changed.text', { until: at }, language, { ...format, time_zone: zone }) ?? ''
  assertMatch(said('2026-10-25T00:30:00Z', 'en'), /2:30.AM.UTC\+2/)
  assertMatch(said('2026-10-25T01:30:00Z', 'de'), /02:30.UTC\+1/)
  assertMatch(said('2026-04-04T15:15:00Z', 'en', 'Australia/Lord_Howe'), /1:45.AM.UTC\+10:30/)
  assertEquals(said('2026-10-25T02:30:00Z', 'en').includes('UTC'), false)
})

Deno.test('a rider’s text is not treated as a pattern', () => {
  assertEquals(word('chat_message.text', { message: '{{from}} $& $1', from: 'x' }, 'en', format), '{{from}} $& $1')
})

Deno.test('an unknown key has no text', () => {
  for (
    const name of [
      'nothing.title',
      'constructor.title',
      '__proto__.text',
      'wallet_credited',
      'wallet_credited.other',
      '',
    ]
  ) {
    assertEquals(word(name, {}, 'en', format), null, name)
  }
})

/** A firm in Austria whose own French is not complete. */
const vienna: Writer = {
  standard: 'de-AT',
  texts: {
    'de-at': {
      'notices.driver_arrived.title': 'Ihr Wagen steht draußen, gnä’ Frau',
      'notices.trip_started.title': ' ',
    },
    fr: { 'notices.driver_arrived.title': 'Votre taxi est là', 'notices.kinds.toll': 'Péage' },
  },
}
const said = (key: string, lang: unknown, params = {}) => wordFor(key, params, lang, vienna, format)

Deno.test('a text is the firm’s own in the person’s language, else in the firm’s default language, each text by itself', () => {
  assertEquals(said('driver_arrived.title', 'fr-CH'), { text: 'Votre taxi est là', tag: 'fr' })
  assertEquals(said('driver_arrived.title', null), { text: 'Ihr Wagen steht draußen, gnä’ Frau', tag: 'de-at' })
  const german = JSON.parse(Deno.readTextFileSync(new URL('./texts/de.json', import.meta.url)))
  assertEquals(said('driver_accepted.title', 'fr', { driver: 'Ida' })?.tag, 'de')
  assertEquals(said('trip_started.title', 'de_AT')?.text, german.trip_started.title, 'an empty text is none')
  assertEquals(said('driver_arrived.title', 'ar')?.tag, 'ar', 'a language of ours needs no texts of the firm')
})

Deno.test('a person without a language is written to in the firm’s default language', () => {
  for (const lang of [null, undefined, '', 7, 'xx', 'zh-Hant-TW']) {
    assertEquals(said('driver_accepted.title', lang, { driver: 'Ida' })?.tag, 'de')
    assertEquals(wordCode('12345', lang, vienna).startsWith('Ihr Paket'), true)
  }
  for (const language of ['en', 'de', 'ar']) assertMatch(wordCode('12345', language, vienna), /12345/)
})

Deno.test('names of kinds are in the language of the person, too', () => {
  const extra = { kind: 'toll', amount: 5 }
  assertMatch(said('extra_added.text', 'fr', extra)?.text ?? '', /Péage/)
  assertMatch(said('extra_added.text', null, extra)?.text ?? '', /Maut/)
})
