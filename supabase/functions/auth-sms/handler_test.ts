import { assertEquals } from '@std/assert'
import { Refused } from '../_shared/messages/auth-hook.ts'
import { createChangeLimit } from '../_shared/messages/change-limit.ts'
import type { Outcome, Sms } from '../_shared/messages/channels/types.ts'
import type { LoggedCode } from '../_shared/messages/log-code.ts'
import { hookSecrets, signedRequest } from '../_shared/messages/testing/hooks.ts'
import { firmOf } from '../_shared/messages/testing/firm.ts'
import { countedUses } from '../_shared/messages/testing/uses.ts'
import { createAuthSmsHandler } from './handler.ts'

const sent: Sms[] = []
const logged: LoggedCode[] = []
const admitted: [string, number][] = []
let refusal: 'too_many_requests' | 'no_texts_left' | null = null
let outcome: Outcome = { state: 'sent', provider: 'inbox', ref: null }
const handler = createAuthSmsHandler({
  secrets: hookSecrets,
  host: 'taxi.example',
  sendSms: (sms) => {
    sent.push(sms)
    return Promise.resolve(outcome)
  },
  readFirm: () => Promise.resolve(firmOf('Acme\r\nCabs')),
  takeChange: createChangeLimit(countedUses().database),
  admitCode: (phone, parts) => {
    admitted.push([phone, parts])
    return refusal ? Promise.reject(new Refused(refusal)) : Promise.resolve()
  },
  logCode: (code) => Promise.resolve(void logged.push(code)),
})

Deno.test('a text message has the code, the firm’s name on one line, and the page’s host', async () => {
  const user = { id: '1', phone: '4234567', user_metadata: { lang_locale: 'de' } }
  assertEquals((await handler(signedRequest({ user, sms: { otp: '123456' } }))).status, 200)
  assertEquals(sent.pop(), {
    to: '+4234567',
    text: '123456 ist Ihr Code für Acme Cabs. Geben Sie ihn niemandem weiter.\n@taxi.example #123456',
  })
})

Deno.test('a change of number sends to the new one', async () => {
  const user = { id: '1', phone: '423111', new_phone: '423222' }
  assertEquals((await handler(signedRequest({ user, sms: { otp: '123456' } }))).status, 200)
  assertEquals(sent.pop()?.to, '+423222')
})

Deno.test('a number that gets no text messages is refused in words', async () => {
  outcome = { state: 'receiver_refused', reason: '400 error 21635' }
  const response = await handler(signedRequest({ user: { phone: '423111' }, sms: { otp: '1' } }))
  outcome = { state: 'sent', provider: 'inbox', ref: null }
  assertEquals([response.status, await response.json()], [200, {
    error: { http_code: 422, message: 'receiver_refused' },
  }])
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

Deno.test('the log of messages gets the number and what became of the code, but not the code', async () => {
  logged.length = 0
  await handler(signedRequest({ user: { id: '1', phone: '423111' }, sms: { otp: '987654' } }))
  outcome = { state: 'retry', reason: 'status 503' }
  await handler(signedRequest({ user: { id: '1', phone: '423111' }, sms: { otp: '987654' } }))
  outcome = { state: 'sent', provider: 'inbox', ref: null }
  assertEquals(logged.map(({ channel, receiver, outcome, segments }) => [channel, receiver, outcome.state, segments]), [
    ['sms', '+423111', 'sent', 1],
    ['sms', '+423111', 'retry', 1],
  ])
  assertEquals(JSON.stringify(logged).includes('987654'), false)
})

Deno.test('a code is admitted with its number and the parts of its text, and is not sent if it is not', async () => {
  sent.length = admitted.length = 0
  const event = { user: { id: '1', phone: '4234567', user_metadata: { lang_locale: 'ar' } }, sms: { otp: '123456' } }
  assertEquals((await handler(signedRequest(event))).status, 200)
  assertEquals(admitted, [['+4234567', 1]])
  refusal = 'no_texts_left'
  const response = await handler(signedRequest(event))
  refusal = null
  assertEquals([response.status, await response.json()], [200, { error: { http_code: 429, message: 'no_texts_left' } }])
  assertEquals(sent.length, 1)
})
