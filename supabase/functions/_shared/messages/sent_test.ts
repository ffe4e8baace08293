import { assertEquals, assertThrows } from '@std/assert'
import { plainWriter, sentText, type Writer } from './sent.ts'

Deno.test('the texts of sent messages are the app’s, with the same keys and placeholders in every language', async () => {
  const shapes = new Set<string>()
  for (const language of ['en', 'de', 'ar']) {
    const [own, app] = await Promise.all(
      [`./texts/${language}.json`, `../../../../src/features/staff/languages/texts/sent_messages/${language}.json`].map(
        async (path) => JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url))),
      ),
    )
    assertEquals(own, app, language)
    const shape = (_: string, value: unknown) =>
      typeof value === 'string' ? [...value.matchAll(/\{\{\w+\}\}/g)].map(String).sort().join() : value
    shapes.add(JSON.stringify(own, shape))
  }
  assertEquals(shapes.size, 1)
})

const firm = (texts: Writer['texts'], standard = 'en'): Writer => ({ standard, texts })
const code = { code: '123456', firm: 'Rigi' }

Deno.test('a firm’s own text replaces ours in its language', () => {
  const own = firm({ fr: { 'sent_messages.sms.named': '{{ code }} est votre code {{firm}}.' } })
  assertEquals(sentText('sms.named', code, 'fr-CH', own), { text: '123456 est votre code Rigi.', tag: 'fr' })
  assertEquals(sentText('sms.warning', {}, 'fr', own), { text: 'Give it to nobody.', tag: 'en' })
})

Deno.test('a firm’s own text without its code, or with a placeholder that nobody fills in, is not used', () => {
  for (const text of ['Your code for {{firm}}', '{{code}} {{firm}} {{password}}', '{{code}}', '{code} {firm}', '   ']) {
    const own = firm({ en: { 'sent_messages.sms.named': text } })
    assertEquals(sentText('sms.named', code, 'en', own).text, '123456 is your Rigi code.', text)
  }
})

Deno.test('what stands in a value is not filled in again', () => {
  const said = sentText('guest.booked', { rider: '{{link}} $& {{rider}}' }, 'en', plainWriter).text
  assertEquals(said, '{{link}} $& {{rider}} booked a ride for you.')
})

Deno.test('a key of no text is an error of the program', () => {
  for (const key of ['nothing', 'mail', 'constructor.name', '__proto__.x', '']) {
    assertThrows(() => sentText(key, {}, 'en', plainWriter), Error, 'there is no text')
  }
})
