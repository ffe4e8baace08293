import { assertEquals } from '@std/assert'
import { createChangeLimit } from '../_shared/messages/change-limit.ts'
import type { Message } from '../_shared/messages/mailpit.ts'
import { hookSecrets, signedRequest } from '../_shared/messages/testing/hooks.ts'
import { countedUses } from '../_shared/messages/testing/uses.ts'
import { createAuthSmsHandler } from './handler.ts'

const sent: Message[] = []
const handler = createAuthSmsHandler({
  secrets: hookSecrets,
  send: (message) => Promise.resolve(void sent.push(message)),
  takeChange: createChangeLimit(countedUses().database),
})

Deno.test('a text message is in the inbox of its number', async () => {
  const user = { id: '1', phone: '423111', user_metadata: { lang_locale: 'de' } }
  assertEquals((await handler(signedRequest({ user, sms: { otp: '123456' } }))).status, 200)
  assertEquals(sent.pop(), {
    to: '423111@sms.hackney.test',
    subject: 'SMS to +423111',
    text: 'Dein Hackney-Code ist 123456. Gib ihn niemandem weiter.',
  })
})

Deno.test('a change of number sends to the new one', async () => {
  const user = { id: '1', phone: '423111', new_phone: '423222' }
  assertEquals((await handler(signedRequest({ user, sms: { otp: '123456' } }))).status, 200)
  assertEquals(sent.pop()?.to, '423222@sms.hackney.test')
})

Deno.test('an event without number or code is refused', async () => {
  assertEquals((await handler(signedRequest({ user: {}, sms: { otp: '1' } }))).status, 400)
  assertEquals((await handler(signedRequest({ user: { phone: '423111' }, sms: {} }))).status, 400)
  assertEquals((await handler(new Request('http://localhost', { method: 'POST', body: '{}' }))).status, 401)
})

Deno.test('an account may request ten changes of its number a day, and codes for its own number without end', async () => {
  const ask = async (to: string) => {
    const user = { id: 'a', phone: '423111', new_phone: '423222' }
    return (await handler(signedRequest({ user, sms: { otp: '123456', phone: to } }))).json()
  }
  for (let n = 0; n < 10; n++) assertEquals(await ask('423222'), {})
  sent.length = 0
  assertEquals((await ask('+423222')).error.http_code, 429)
  assertEquals(sent, [])
  for (let n = 0; n < 11; n++) assertEquals(await ask('423111'), {})
})
