import { assertEquals, assertMatch } from '@std/assert'
import { languageFor, word, wordCode } from './texts.ts'

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

Deno.test("the language is the person's, or English if unknown", () => {
  assertEquals(['de-CH', 'AR', 'fr', '', null, 7].map(languageFor), ['de', 'ar', 'en', 'en', 'en', 'en'])
  for (const language of ['en', 'de', 'ar'] as const) assertMatch(wordCode('12345', language), /12345/)
})
