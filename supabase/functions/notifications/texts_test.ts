import { assertEquals, assertMatch } from '@std/assert'
import { languageFor, word, wordCode } from './texts.ts'

const format = { symbol: 'CHF', swipe_symbol: false, decimal: 2, time_zone: 'Europe/Vaduz' }

Deno.test('the words are those of the app', async () => {
  for (const language of ['en', 'de', 'ar']) {
    const [own, app] = await Promise.all(
      [`./texts/${language}.json`, `../../../src/locales/${language}/later/notices.json`].map(async (path) =>
        JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url)))
      ),
    )
    assertEquals(own, app, language)
  }
})

Deno.test('blanks are filled, amounts and times as the operator writes them', () => {
  assertEquals(word('wallet_credited.text', { amount: 5 }, 'en', format), 'CHF 5.00 was added to your wallet.')
  assertEquals(
    word('wallet_credited.text', { amount: '5.5' }, 'en', { ...format, swipe_symbol: true, decimal: 1 }),
    '5.5 CHF was added to your wallet.',
  )
  assertEquals(word('driver_accepted.title', { driver: 'Ida' }, 'en', format), 'Ida is coming')
  assertEquals(word('driver_accepted.title', {}, 'en', format), ' is coming')
  assertMatch(word('trip_offered.title', {}, 'de', format) ?? '', /\S/)
})

Deno.test('what a rider wrote is no pattern', () => {
  assertEquals(word('chat_message.text', { message: '{{from}} $& $1', from: 'x' }, 'en', format), '{{from}} $& $1')
})

Deno.test('a key that nobody knows has no words', () => {
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

Deno.test("the language is the person's, English where it is not known", () => {
  assertEquals(['de-CH', 'AR', 'fr', '', null, 7].map(languageFor), ['de', 'ar', 'en', 'en', 'en', 'en'])
  for (const language of ['en', 'de', 'ar'] as const) assertMatch(wordCode('12345', language), /12345/)
})
