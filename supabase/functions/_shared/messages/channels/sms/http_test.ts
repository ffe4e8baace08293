import { assertEquals, assertMatch } from '@std/assert'
import { type Answer, json, startServer, text } from '../../../http-client/testing/server.ts'
import { readSms } from '../choose-sms.ts'
import type { Outcome } from '../types.ts'
import { conform } from '../testing/contract.ts'
import { http } from './http.ts'

const answer = (status: string) => ({ 'message-count': '1', messages: [{ to: '447700900123', 'message-id': '0A00', status }] })

conform({
  channel: 'sms',
  provider: http,
  env: {
    SMS_HTTP_URL: 'https://gateway.example/send?id={id}',
    SMS_HTTP_HEADERS: '{"Authorization": "Bearer secret-key", "content-type": "application/json"}',
    SMS_HTTP_BODY: '{"to": "{digits}", "from": "{from}", "text": "{text}", "unicode": {unicode}, "dlr": "{receipts}"}',
    SMS_HTTP_FROM: 'Acme "Cabs"',
    SMS_HTTP_SUCCESS: 'json:messages.0.status=0',
    SMS_HTTP_ID: 'messages.0.message-id',
    SMS_HTTP_RECEIVER_REFUSED: 'json:messages.0.status=6,7',
    SMS_HTTP_ACCOUNT_REFUSED: 'json:messages.0.status=4,8,9',
  },
  accepted: { answer: json(answer('0')), ref: '0A00' },
  refusals: [
    ['a number that the gateway refuses', 200, answer('7'), 'receiver_refused'],
    ['a number that the gateway refuses with status 422', 422, answer('6'), 'receiver_refused'],
    ['an account that the gateway refuses', 200, answer('9'), 'account_refused'],
    ['an undescribed status of the message', 200, answer('5'), 'unknown'],
    ['an undescribed refusal', 422, answer('5'), 'undeliverable'],
  ],
  receipts: {
    env: { SMS_HTTP_WEBHOOK_SECRET: 'secret_of_the_address-0123456789' },
    provenBy: 'SMS_HTTP_WEBHOOK_SECRET',
    address: ({ json: { dlr } }) => dlr ? String(dlr) : null,
    expected: 'http-secret_of_the_address-0123456789',
  },
  understand({ method, path, query, headers, json: body }) {
    assertEquals([method, path, query.get('id')], ['POST', '/send', 'outbox-7'])
    assertEquals([headers.get('authorization'), headers.get('content-type')], ['Bearer secret-key', 'application/json'])
    assertEquals(body['from'], 'Acme "Cabs"')
    return { to: `+${body['to']}`, text: String(body['text']) }
  },
})

/** Sends by a gateway with these variables, and returns the outcome, the request and the log. */
async function sent(env: Record<string, string>, given: Answer, words = 'Your code is 123456 & more') {
  const server = startServer(given)
  const lines: string[] = []
  const values: Record<string, string> = { SMS_PROVIDER: 'http', ...env }
  const get = (name: string) => values[name]?.replace('http://HOST', server.url)
  const send = readSms({ get, isAwaited: false, write: (line) => void lines.push(line) })
  const outcome: Outcome = await send({ to: '+447700900123', text: words }, { key: 'k', withinMs: 5000 })
  await server.stop()
  return { outcome, heard: server.heard[0], lines }
}

// The three examples of docs/use/messages.md

const kannel = {
  SMS_HTTP_URL: 'http://HOST/cgi-bin/sendsms?username=acme&password=pass&from={from}&to={to}&charset=UTF-8' +
    '&coding={unicode}&text={text}',
  SMS_HTTP_METHOD: 'GET',
  SMS_HTTP_FROM: 'ACME',
  SMS_HTTP_SUCCESS: 'text:^(0|3):',
}

Deno.test('a gateway of Kannel takes a message in the address, and answers in plain text', async () => {
  const { outcome, heard } = await sent(kannel, text('0: Accepted for delivery', 'text/html', 202))
  assertEquals(outcome, { state: 'sent', provider: 'http', ref: null })
  assertEquals(heard?.method, 'GET')
  assertEquals([...heard?.query ?? []].slice(2), [
    ['from', 'ACME'],
    ['to', '+447700900123'],
    ['charset', 'UTF-8'],
    ['coding', '0'],
    ['text', 'Your code is 123456 & more'],
  ])
  assertEquals((await sent(kannel, text('4: Authorization failed', 'text/html', 200))).outcome.state, 'unknown')
  assertEquals((await sent(kannel, text('', 'text/html', 202), 'رمز')).heard?.query.get('coding'), '1')
})

const phone = {
  SMS_HTTP_URL: 'http://HOST/3rdparty/v1/messages',
  SMS_HTTP_HEADERS: '{"authorization": "Basic YWNtZTpwYXNz", "content-type": "application/json"}',
  SMS_HTTP_BODY: '{"textMessage": {"text": "{text}"}, "phoneNumbers": ["{to}"]}',
  SMS_HTTP_SUCCESS: 'status=200,202',
  SMS_HTTP_ID: 'id',
}

Deno.test('an Android phone as a gateway takes JSON', async () => {
  const { outcome, heard } = await sent(phone, json({ id: 'abc', state: 'Pending' }, 202), 'a "b"\n@taxi.example #1')
  assertEquals(outcome, { state: 'sent', provider: 'http', ref: 'abc' })
  assertEquals(heard?.json, { textMessage: { text: 'a "b"\n@taxi.example #1' }, phoneNumbers: ['+447700900123'] })
})

const form = {
  SMS_HTTP_URL: 'http://HOST/sms.do',
  SMS_HTTP_HEADERS: '{"authorization": "Bearer token", "content-type": "application/x-www-form-urlencoded"}',
  SMS_HTTP_BODY: 'to={digits}&from={from}&message={text}&format=json&encoding=utf-8&idx={id}',
  SMS_HTTP_FROM: 'ACME',
  SMS_HTTP_SUCCESS: 'json:list.0.id',
  SMS_HTTP_ID: 'list.0.id',
  SMS_HTTP_RECEIVER_REFUSED: 'json:error=13,112',
  SMS_HTTP_ACCOUNT_REFUSED: 'json:error=14,101,102,103,105',
}

Deno.test('a gateway that takes a form says by a field of JSON whether it took the message', async () => {
  const { outcome, heard } = await sent(form, json({ count: 1, list: [{ id: '1460969715572091219', status: 'QUEUE' }] }))
  assertEquals(outcome, { state: 'sent', provider: 'http', ref: '1460969715572091219' })
  assertEquals(heard?.text, 'to=447700900123&from=ACME&message=Your+code+is+123456+%26+more&format=json&encoding=utf-8&idx=k')
  for (const [code, state] of [[13, 'receiver_refused'], [103, 'account_refused'], [8, 'unknown']] as const) {
    assertEquals((await sent(form, json({ invalid_numbers: [], error: code, message: 'No' }))).outcome.state, state)
  }
})

Deno.test('a body of XML has its text escaped', async () => {
  const xml = {
    SMS_HTTP_URL: 'http://HOST/xml',
    SMS_HTTP_HEADERS: '{"content-type": "text/xml"}',
    SMS_HTTP_BODY: '<sms to="{to}"><text>{text}</text></sms>',
    SMS_HTTP_SUCCESS: 'text:<status>OK</status>',
  }
  const { outcome, heard } = await sent(xml, text('<r><status>OK</status></r>', 'text/xml'), `</text>&"'{to}`)
  assertEquals(outcome.state, 'sent')
  assertEquals(heard?.text, '<sms to="+447700900123"><text>&lt;/text&gt;&amp;&quot;&apos;{to}</text></sms>')
})

Deno.test('a body without its type is refused, because a text could add fields to it', async () => {
  const env = { ...form, SMS_HTTP_HEADERS: '{"authorization": "Bearer token"}' }
  const { outcome, heard, lines } = await sent(env, json({ list: [{ id: '1' }] }), 'Hi&to=99999999')
  assertEquals([outcome.state, heard], ['account_refused', undefined])
  assertMatch(lines.join(), /content-type/)
})

Deno.test('a page with status 200 is no answer of a gateway that says success by its status', async () => {
  const { SMS_HTTP_SUCCESS: _, ...byStatus } = phone
  for (const page of ['<!DOCTYPE html><title>Login</title>', '\n<html><body>Welcome</body></html>']) {
    assertEquals((await sent(byStatus, text(page, 'text/html'))).outcome.state, 'unknown')
  }
  assertEquals((await sent(byStatus, text('OK 17', 'text/html'))).outcome.state, 'sent')
})

Deno.test('a text that looks like a placeholder or an address stays a text', async () => {
  const { heard } = await sent(kannel, text('0: ok', 'text/html'), '{from}&to=+1 #x ?y=/../')
  assertEquals([heard?.query.getAll('to'), heard?.query.get('text')], [['+447700900123'], '{from}&to=+1 #x ?y=/../'])
})

Deno.test('a wrong template is logged, sends nothing, and its values are not in the log', async () => {
  for (
    const [name, value, reason] of [
      ['SMS_HTTP_URL', 'https://{to}.example/', /host has no placeholder/],
      ['SMS_HTTP_URL', 'ftp://gateway.example/', /host has no placeholder/],
      ['SMS_HTTP_URL', 'gateway', /host has no placeholder/],
      ['SMS_HTTP_URL', 'https://acme:hidden@gateway.example/', /SMS_HTTP_HEADERS/],
      ['SMS_HTTP_URL', 'http://gateway.example/send', /needs https/],
      ['SMS_HTTP_URL', 'http://10.gateway.example/send', /needs https/],
      ['SMS_HTTP_URL', 'http://localhost.gateway.example/send', /needs https/],
      ['SMS_HTTP_METHOD', 'DELETE', /GET, POST or PUT/],
      ['SMS_HTTP_HEADERS', 'hidden', /JSON object/],
      ['SMS_HTTP_HEADERS', '{"a": "hidden\\r\\nb: c"}', /JSON object/],
      ['SMS_HTTP_SUCCESS', 'hidden', /status=/],
      ['SMS_HTTP_SUCCESS', 'text:(hidden', /text:/],
      ['SMS_HTTP_ACCOUNT_REFUSED', 'status=hidden', /SMS_HTTP_ACCOUNT_REFUSED/],
    ] as const
  ) {
    const { outcome, heard, lines } = await sent({ ...kannel, [name]: value }, text('0: ok', 'text/html'))
    assertEquals([outcome.state, heard], ['account_refused', undefined], value)
    assertMatch(lines.join(), reason)
    assertEquals(lines.join().includes('hidden'), false)
  }
})
