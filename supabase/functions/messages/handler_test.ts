/** The messages function: who is believed, and what providers' receipts say. */
import { assert, assertEquals } from '@std/assert'
import { HttpError } from '../_shared/kernel/errors.ts'
import { databaseOf } from '../_shared/kernel/testing/doubles.ts'
import {
  byAfricasTalking,
  byGateway,
  byPostmark,
  byResend,
  byTwilio,
  byVonage,
  ENV,
  requestOf,
  SECRET,
  type Sent,
  worldOf,
} from './testing/world.ts'

const SID = `SM${'1'.repeat(32)}`
const UUID = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
const NUMBER = '+447700900123'
const MAIL = 'ann@example.com'

const sample: Record<string, () => Promise<Sent> | Sent> = {
  twilio: () => byTwilio({ MessageSid: SID, MessageStatus: 'delivered', To: NUMBER }, '?key=outbox-7'),
  vonage: () =>
    byVonage({ message_uuid: UUID, status: 'delivered', to: NUMBER.slice(1), channel: 'sms', client_ref: 'outbox-7' }),
  resend: () => byResend({ type: 'email.delivered', data: { email_id: UUID, to: [MAIL], tags: { key: 'outbox-7' } } }),
  postmark: () =>
    byPostmark({ RecordType: 'Delivery', MessageID: UUID, Recipient: MAIL, Metadata: { key: 'outbox-7' } }),
  africastalking: () =>
    byAfricasTalking({ id: 'ATXid_1', status: 'Success', phoneNumber: NUMBER, networkCode: '62120' }),
  http: () => byGateway({ message: { id: 'abc', state: 'Delivered' } }, '?key=outbox-7'),
}

/** What the database was told, without what is null. */
async function told(sent: Promise<Sent> | Sent) {
  const world = worldOf()
  const response = await world.handler(requestOf(await sent))
  assertEquals(response.status, 200, await response.clone().text())
  return world.calls.map((
    [name, args],
  ) => [name, Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))])
}

const receipt = (
  provider: string,
  event: string,
  state: string,
  more: Record<string, unknown> = {},
) => ['record_receipt', { provider, event, state, is_permanent: false, ...more }]
const stop = (channel: string, receiver: string) => ['record_stop', { channel, receiver }]

// What each provider says

Deno.test('twilio reports a delivered text with our key, and a failed one with its code', async () => {
  const base = { MessageSid: SID, To: NUMBER }
  const [ref, receiver] = [SID, NUMBER]
  assertEquals(await told(sample['twilio']!()), [
    receipt('twilio', `${SID}:delivered`, 'delivered', { ref, receiver, key: 'outbox-7' }),
  ])
  assertEquals(await told(byTwilio({ ...base, MessageStatus: 'undelivered', ErrorCode: '30008' })), [
    receipt('twilio', `${SID}:undelivered`, 'failed', { ref, receiver, reason: 'error 30008' }),
  ])
  assertEquals(await told(byTwilio({ ...base, MessageStatus: 'failed', ErrorCode: '30006' })), [
    receipt('twilio', `${SID}:failed`, 'failed', { ref, receiver, reason: 'error 30006', is_permanent: true }),
  ])
  assertEquals(await told(byTwilio({ ...base, MessageStatus: 'failed', ErrorCode: '21610' })), [
    receipt('twilio', `${SID}:failed`, 'failed', {
      ref,
      receiver,
      reason: 'error 21610, unsubscribed',
      is_permanent: true,
    }),
    stop('sms', NUMBER),
  ])
  for (const MessageStatus of ['queued', 'sending', 'accepted', 'toString', 'new one']) {
    assertEquals(await told(byTwilio({ ...base, MessageStatus })), [])
  }
})

Deno.test('vonage reports price and segments, and why a text was rejected', async () => {
  const base = { message_uuid: UUID, to: NUMBER.slice(1), channel: 'sms', client_ref: 'outbox-7' }
  const known = { ref: UUID, receiver: NUMBER, key: 'outbox-7' }
  const usage = { currency: 'EUR', price: '0.0333' }
  assertEquals(await told(byVonage({ ...base, status: 'submitted', usage, sms: { count_total: '2' } })), [
    receipt('vonage', `${UUID}:submitted`, 'taken', { ...known, cost: '0.0333', currency: 'EUR', segments: 2 }),
  ])
  const type = 'https://developer.vonage.com/api-errors/messages#'
  assertEquals(await told(byVonage({ ...base, status: 'rejected', error: { type: `${type}1050`, title: '1050' } })), [
    receipt('vonage', `${UUID}:rejected`, 'failed', { ...known, reason: 'rejected, error 1050', is_permanent: true }),
  ])
  assertEquals(await told(byVonage({ ...base, status: 'rejected', error: { type: `${type}1260`, title: 1260 } })), [
    receipt('vonage', `${UUID}:rejected`, 'failed', { ...known, reason: 'rejected, error 1260' }),
  ])
  assertEquals(await told(byVonage({ ...base, status: 'delivered', channel: 'whatsapp' })), [])
})

Deno.test('resend reports bounces that last and that do not, and a complaint as a stop', async () => {
  const data = { email_id: UUID, to: [MAIL], tags: { key: 'outbox-7' } }
  const known = { ref: UUID, receiver: MAIL, key: 'outbox-7' }
  const bounced = (type: string) =>
    byResend({ type: 'email.bounced', data: { ...data, bounce: { type, subType: 'General', message: 'x' } } })
  assertEquals(await told(bounced('Permanent')), [
    receipt('resend', 'msg_1', 'failed', { ...known, reason: 'bounced, Permanent General', is_permanent: true }),
  ])
  assertEquals(await told(bounced('Transient')), [
    receipt('resend', 'msg_1', 'failed', { ...known, reason: 'bounced, Transient General' }),
  ])
  assertEquals(await told(byResend({ type: 'email.complained', data })), [
    receipt('resend', 'msg_1', 'delivered', known),
    stop('mail', MAIL),
  ])
  assertEquals(await told(byResend({ type: 'email.opened', data })), [])
})

Deno.test('postmark reports bounces, complaints and unsubscriptions', async () => {
  const base = { MessageID: UUID, Email: MAIL, ID: 42, Metadata: { key: 'outbox-7' } }
  const known = { ref: UUID, receiver: MAIL, key: 'outbox-7' }
  assertEquals(await told(byPostmark({ ...base, RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1 })), [
    receipt('postmark', `${UUID}:Bounce:42`, 'failed', { ...known, reason: 'bounced, HardBounce', is_permanent: true }),
  ])
  assertEquals(await told(byPostmark({ ...base, RecordType: 'Bounce', Type: 'SoftBounce', TypeCode: 4096 })), [
    receipt('postmark', `${UUID}:Bounce:42`, 'failed', { ...known, reason: 'bounced, SoftBounce' }),
  ])
  for (const Type of ['Transient', 'AutoResponder']) {
    assertEquals(await told(byPostmark({ ...base, RecordType: 'Bounce', Type })), [])
  }
  assertEquals((await told(byPostmark({ ...base, RecordType: 'SpamComplaint' }))).at(-1), stop('mail', MAIL))
  const change = {
    MessageID: UUID,
    RecordType: 'SubscriptionChange',
    Recipient: MAIL,
    ChangedAt: '2026-02-01T10:53:34Z',
  }
  assertEquals(await told(byPostmark({ ...change, SuppressSending: true, SuppressionReason: 'ManualSuppression' })), [
    stop('mail', MAIL),
  ])
  assertEquals(await told(byPostmark({ ...change, SuppressSending: true, SuppressionReason: 'HardBounce' })), [])
  assertEquals(await told(byPostmark({ ...change, SuppressSending: false })), [])
})

Deno.test('africa’s talking reports failures of the number, and opt-outs', async () => {
  const [ref, receiver] = ['ATXid_1', NUMBER]
  const failed = (failureReason: string) =>
    byAfricasTalking({ id: ref, status: 'Failed', phoneNumber: NUMBER, failureReason })
  assertEquals(await told(failed('UserDoesNotExist')), [
    receipt('africastalking', `${ref}:Failed`, 'failed', {
      ref,
      receiver,
      reason: 'Failed UserDoesNotExist',
      is_permanent: true,
    }),
  ])
  assertEquals(await told(failed('UserInBlackList')), [
    receipt('africastalking', `${ref}:Failed`, 'failed', {
      ref,
      receiver,
      reason: 'Failed UserInBlackList, unsubscribed',
      is_permanent: true,
    }),
    stop('sms', NUMBER),
  ])
  assertEquals(await told(failed('DeliveryFailure')), [
    receipt('africastalking', `${ref}:Failed`, 'failed', { ref, receiver, reason: 'Failed DeliveryFailure' }),
  ])
  assertEquals(await told(byAfricasTalking({ id: ref, status: 'Buffered', phoneNumber: NUMBER })), [])
  assertEquals(await told(byAfricasTalking({ senderId: 'ACME', phoneNumber: NUMBER })), [stop('sms', NUMBER)])
})

Deno.test('a gateway’s receipts are read as the variables say, from JSON, a form or the address', async () => {
  const known = { ref: 'abc', key: 'outbox-7' }
  const refused = { message: { id: 'abc', state: 'Unknown subscriber' } }
  assertEquals(await told(sample['http']!()), [receipt('http', 'abc:delivered', 'delivered', known)])
  assertEquals(await told(byGateway(refused)), [
    receipt('http', 'abc:refused', 'failed', { ref: 'abc', reason: 'the gateway says so', is_permanent: true }),
  ])
  assertEquals(await told(byGateway({ message: { id: 'abc', state: 'Pending' } })), [])
  // Kannel calls an address with its own values in the query.
  const world = worldOf({ ...ENV, SMS_HTTP_RECEIPT_ID: '', SMS_HTTP_RECEIPT_DELIVERED: 'json:type=1' })
  const path = `webhook/http-${ENV['SMS_HTTP_WEBHOOK_SECRET']}?key=outbox-7&type=1`
  assertEquals((await world.handler(requestOf({ path, method: 'GET', headers: {} }))).status, 200)
  assertEquals(world.calls.map(([, { key, state }]) => [key, state]), [['outbox-7', 'delivered']])
})

// Texts to the firm

const text = (
  provider: string,
  event: string,
  words: string,
  is_answered = false,
) => ['record_text', { provider, event, sender: NUMBER, words, is_answered }]

Deno.test('each provider passes on texts to the firm', async () => {
  const words = 'Where is my taxi?\n\ud83d\ude95'
  assertEquals(
    await told(byTwilio({ MessageSid: SID, From: NUMBER, To: '+447700900000', Body: words, NumMedia: '0' })),
    [text('twilio', SID, words)],
  )
  assertEquals(await told(byTwilio({ MessageSid: SID, From: NUMBER, Body: 'STOP', OptOutType: 'STOP' })), [
    text('twilio', SID, 'STOP', true),
  ])
  const vonage = { message_uuid: UUID, from: NUMBER.slice(1), to: '447700900000', channel: 'sms', message_type: 'text' }
  assertEquals(await told(byVonage({ ...vonage, text: words })), [text('vonage', UUID, words)])
  assertEquals(
    await told(byAfricasTalking({ id: 'x1', from: NUMBER, to: '40404', text: words, date: '2026-11-30', linkId: 'l' })),
    [
      text('africastalking', 'x1', words),
    ],
  )
  assertEquals(await told(byGateway({ id: 'in1', payload: { sender: NUMBER, message: words } })), [
    text('http', 'in1', words),
  ])
})

Deno.test('a text from a name, a short code or another channel is no text of a person', async () => {
  for (const From of ['ACME', '40404', 'whatsapp:+447700900123', '', '+0123456789']) {
    assertEquals(await told(byTwilio({ MessageSid: SID, From, Body: 'Hello' })), [], From)
  }
  assertEquals(
    await told(byVonage({ message_uuid: UUID, from: NUMBER.slice(1), channel: 'sms', message_type: 'image' })),
    [],
  )
})

Deno.test('a text is cut to ten segments and loses control characters', async () => {
  const [[, args] = []] = await told(
    byTwilio({ MessageSid: SID, From: NUMBER, Body: `a\0\x07b\r\nc${'x'.repeat(10_000)}` }),
  )
  const { words } = args as Record<string, string>
  assertEquals([words?.length, words?.slice(0, 4)], [1600, 'ab\nc'])
})

// Who is believed

const changed = (sent: Sent, how: (headers: Record<string, string>) => void): Sent => {
  const headers = { ...sent.headers }
  how(headers)
  return { ...sent, headers }
}

/** Sends something that nobody may believe. */
async function expectRefused(sent: Sent, what: string): Promise<void> {
  const world = worldOf()
  const response = await world.handler(requestOf(sent))
  assertEquals(response.status, 401, what)
  assertEquals(await response.json(), { code: 'bad_signature', message: 'This is not from the provider' })
  assertEquals(world.calls, [], what)
}

Deno.test('a signed receipt counts only as it was signed, by this account, and for this provider', async () => {
  const signature = { twilio: 'x-twilio-signature', vonage: 'authorization', resend: 'svix-signature' }
  for (const [name, header] of Object.entries(signature)) {
    const sent = await sample[name]!()
    await expectRefused(changed(sent, (headers) => delete headers[header]), `${name} without a signature`)
    for (
      const value of ['', 'x', '=', 'v1,', 'Bearer', 'Bearer a.b.c', `v1,${btoa('x'.repeat(32))}`, btoa('x'.repeat(20))]
    ) {
      await expectRefused(changed(sent, (headers) => headers[header] = value), `${name} with ${value}`)
    }
    await expectRefused({ ...sent, body: sent.body!.replace(/delivered/, 'Delivered') }, `${name} with another body`)
    for (const other of Object.keys(signature).filter((other) => other !== name)) {
      const theirs = await sample[other]!()
      await expectRefused({ ...theirs, path: sent.path }, `${other} at ${name}`)
    }
  }
  const twilio = await sample['twilio']!()
  await expectRefused({ ...twilio, path: 'webhook/twilio?key=outbox-8' }, 'twilio for another message')
  await expectRefused(
    await byTwilio({ MessageSid: SID, MessageStatus: 'delivered' }, '', 'another-token'),
    'another token',
  )
  await expectRefused(
    await byTwilio({ AccountSid: `AC${'9'.repeat(32)}`, MessageSid: SID, MessageStatus: 'delivered' }),
    'another account of twilio',
  )
  const body = { message_uuid: UUID, status: 'delivered' }
  await expectRefused(await byVonage(body, { claims: { api_key: 'other' } }), 'another account of vonage')
  await expectRefused(await byVonage(body, { claims: { payload_hash: 'a'.repeat(64) } }), 'a body of another request')
  await expectRefused(await byVonage(body, { claims: { payload_hash: undefined } }), 'no hash')
  await expectRefused(await byVonage(body, { secret: 'a-secret-that-somebody-guessed-now' }), 'another secret')
  await expectRefused(await byVonage(body, { at: Date.now() / 1000 - 2 * 86_400 }), 'two days old')
  await expectRefused(await byResend(body, { at: Math.floor(Date.now() / 1000) - 3600 }), 'an hour old')
  const none = await byVonage(body)
  const unsigned = btoa('{"alg":"none"}').replaceAll('=', '') + `.${none.headers['authorization']!.split('.')[1]}.`
  await expectRefused(changed(none, (headers) => headers['authorization'] = `Bearer ${unsigned}`), 'the algorithm none')
})

Deno.test('a provider that signs nothing needs its own secret, in the address or as a password', async () => {
  for (const name of ['postmark', 'africastalking', 'http']) {
    const sent = await sample[name]!()
    const secret = sent.path.slice(`webhook/${name}-`.length).split('?')[0]!
    const query = sent.path.includes('?') ? '?key=outbox-7' : ''
    for (const wrong of ['', '-', `-${SECRET}`, `-${secret}x`, `-${secret.slice(0, -1)}`, `-${secret.toUpperCase()}`]) {
      await expectRefused({ ...sent, path: `webhook/${name}${wrong}${query}` }, `${name}${wrong}`)
    }
    const others = Object.entries(ENV).filter(([key, value]) => key.endsWith('WEBHOOK_SECRET') && value !== secret)
    for (const [, other] of others) {
      if (/^[\w-]+$/.test(other)) {
        await expectRefused({ ...sent, path: `webhook/${name}-${other}${query}` }, `another’s secret at ${name}`)
      }
    }
    const basic = (password: string) =>
      changed({ ...sent, path: `webhook/${name}${query}` }, (headers) => {
        headers['authorization'] = `Basic ${btoa(`hackney:${password}`)}`
      })
    assertEquals((await told(basic(secret))).length, 1)
    await expectRefused(basic(`${secret} `), 'a password that is longer')
    await expectRefused(basic(''), 'no password')
    await expectRefused(changed(basic(secret), (headers) => headers['authorization'] = 'Basic %%%'), 'no Base64')
  }
})

Deno.test('a provider that is off, has a short secret or does not exist answers like a wrong secret', async () => {
  const bodies = { body: '{}', headers: {} }
  for (const path of ['webhook/nobody', 'webhook/smtp', 'webhook/toString', 'webhook/__proto__', 'webhook/-']) {
    await expectRefused({ path, ...bodies }, path)
  }
  const off = worldOf({})
  for (const make of Object.values(sample)) assertEquals((await off.handler(requestOf(await make()))).status, 401)
  const short = worldOf({ ...ENV, POSTMARK_WEBHOOK_SECRET: 'short' })
  assertEquals(
    (await short.handler(requestOf(byPostmark({ RecordType: 'Delivery', MessageID: UUID }, 'short')))).status,
    401,
  )
  const keyed = worldOf({ ...ENV, TWILIO_API_KEY: 'SK1' })
  assertEquals(
    (await keyed.handler(requestOf(await sample['twilio']!()))).status,
    401,
    'the secret of a key signs nothing',
  )
  const token = worldOf({
    ...ENV,
    TWILIO_API_KEY: 'SK1',
    TWILIO_AUTH_TOKEN: 'of-the-key',
    TWILIO_WEBHOOK_TOKEN: ENV['TWILIO_AUTH_TOKEN']!,
  })
  assertEquals((await token.handler(requestOf(await sample['twilio']!()))).status, 200)
})

Deno.test('guessing is limited, and so is a flood', async () => {
  const taken: string[] = []
  const world = worldOf(ENV, {
    takeLimit: (_request, { name }) => {
      taken.push(name)
      if (taken.filter((one) => one === 'message-strangers').length > 2) {
        throw new HttpError(429, 'too_many_requests', 'Too many')
      }
    },
  })
  const wrong = { path: `webhook/postmark-${SECRET}`, body: '{}', headers: {} }
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) statuses.push((await world.handler(requestOf(wrong))).status)
  assertEquals(statuses, [401, 401, 429, 429])
  assertEquals(taken[0], 'message-webhooks')
})

// Bodies that nobody documents

Deno.test('a body that is not as documented is refused once and for all, changes nothing, and is not in the log', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  for (
    const body of [
      '',
      'null',
      '[]',
      '"x"',
      '{',
      '<h1>personal</h1>',
      '{"MessageID": {}}',
      '{"RecordType": "Delivery"}',
      deep,
      '\0\xff',
    ]
  ) {
    const world = worldOf()
    const response = await world.handler(requestOf({ ...byPostmark({}), body }))
    assertEquals([response.status, world.calls.length], [422, 0], body.slice(0, 20))
    assert(!world.lines.join().includes('personal'))
  }
  const unknown = worldOf()
  assertEquals((await unknown.handler(requestOf(byPostmark({ RecordType: 'New', MessageID: UUID })))).status, 200)
  assertEquals(unknown.calls, [])
})

Deno.test('values are cut and cleaned before they reach the database', async () => {
  const [[, args] = []] = await told(byPostmark({
    RecordType: 'Bounce',
    Type: `Hard\n${'x'.repeat(10_000)}`,
    MessageID: `a\0b${'y'.repeat(10_000)}`,
    Email: `ann@example.com\r\nBcc: x`,
    ID: { a: 1 },
  }))
  const { ref, reason, receiver } = args as Record<string, string>
  assertEquals([ref?.length, reason, receiver], [200, 'bounced, without a code', 'ann@example.com Bcc: x'])
})

Deno.test('a body above the limit is refused before it is read', async () => {
  const world = worldOf()
  const response = await world.handler(requestOf({ ...byPostmark({}), body: 'x'.repeat(300 * 1024) }))
  assertEquals([response.status, world.calls.length], [413, 0])
})

Deno.test('a provider repeats what the database could not take', async () => {
  const world = worldOf(ENV, {
    database: { rpc: () => Promise.reject(new HttpError(503, 'server_busy', 'The database does not answer')) },
  })
  for (const make of Object.values(sample)) assertEquals((await world.handler(requestOf(await make()))).status, 503)
})

Deno.test('twilio gets an empty response, which sends nothing to the person', async () => {
  const response = await worldOf().handler(requestOf(await sample['twilio']!()))
  assertEquals([response.headers.get('content-type'), await response.text()], ['text/xml', '<Response/>'])
})

Deno.test('only a gateway may call by GET', async () => {
  for (const [name, make] of Object.entries(sample)) {
    const { path, headers } = await make()
    const { status } = await worldOf().handler(requestOf({ path, headers, method: 'GET' }))
    assertEquals(status, name === 'http' ? 200 : 405, name)
  }
})

Deno.test('no line of the log and no response has a secret, a number or an address', async () => {
  const world = worldOf()
  const said: string[] = []
  for (const make of Object.values(sample)) {
    const sent = await make()
    for (const one of [sent, { ...sent, body: '{' }, { ...sent, path: `${sent.path.split('?')[0]}x` }]) {
      said.push(await (await world.handler(requestOf(one))).text())
    }
  }
  for (
    const hidden of [
      ...Object.entries(ENV).flatMap(([key, value]) => /SECRET|TOKEN/.test(key) ? [value] : []),
      NUMBER.slice(1),
      MAIL,
    ]
  ) {
    assert(!`${world.lines.join()} ${said.join()}`.includes(hidden), hidden)
  }
  assert(world.lines.length > 0)
})

// Mail programs end news by one press (RFC 8058)

const KEY = '0123456789abcdef01234567'
const unsubscribe = (body: string, more: Partial<Sent> = {}): Sent => ({
  path: `unsubscribe/${KEY}`,
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  ...more,
})

Deno.test('a mail program ends news by a POST without a login, as a form of either kind', async () => {
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  for (
    const sent of [
      unsubscribe('List-Unsubscribe=One-Click'),
      unsubscribe(parts, { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
    ]
  ) {
    const { handler, calls, lines } = worldOf()
    assertEquals((await handler(requestOf(sent))).status, 200)
    assertEquals(calls, [['unsubscribe_news', { key: KEY }]])
    assert(!lines.join().includes(KEY), 'the key is in no log')
  }
})

Deno.test('a GET, as filters of mails send it, ends nothing: it leads to the page with the choices', async () => {
  const { handler, calls } = worldOf()
  const { body: _, ...get } = unsubscribe('', { method: 'GET' })
  const response = await handler(requestOf(get))
  assertEquals([response.status, response.headers.get('location')], [303, `https://taxi.example/m/${KEY}`])
  assertEquals(calls, [])
})

Deno.test('a POST without the form of RFC 8058 and an unknown key end nothing, and unknown keys are limited', async () => {
  const { handler, calls } = worldOf()
  assertEquals((await handler(requestOf(unsubscribe('')))).status, 422)
  assertEquals(calls, [])
  const limits: string[] = []
  const stranger = worldOf(ENV, {
    database: databaseOf({ unsubscribe_news: false }),
    takeLimit: (_, { name }) => void limits.push(name),
  })
  assertEquals((await stranger.handler(requestOf(unsubscribe('List-Unsubscribe=One-Click')))).status, 404)
  assertEquals(limits, ['message-webhooks', 'message-strangers'])
  assertEquals((await stranger.handler(requestOf(unsubscribe('x', { path: 'unsubscribe/../x' })))).status, 404)
})
