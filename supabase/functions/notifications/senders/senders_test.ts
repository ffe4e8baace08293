import assert from 'node:assert/strict'
import { decodeJwt, decodeProtectedHeader, exportPKCS8, generateKeyPair } from 'jose'
import { json, type Service, slow, startService, text } from '../testing/server.ts'
import { createSender, readServices } from './choose.ts'
import { createExpo } from './expo.ts'
import { createFcm, readServiceAccount } from './fcm.ts'
import { type Push, type SendPush, TokenGone, Undeliverable } from './types.ts'

const push: Push = {
  token: 'device-1',
  title: 'New trip',
  body: 'From A to B.',
  data: { screen: 'DriverTrips', bookingId: 'b1' },
  channelId: 'bookings-repeat',
  ttl: 20,
}
const patience = 100
const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const private_key = await exportPKCS8(privateKey)
const account = (service: Service) => ({
  project_id: 'hackney-1',
  client_email: 'sender@hackney-1.iam',
  private_key,
  token_uri: `${service.url}/token`,
})
const token = json({ access_token: 'granted', expires_in: 3600 })
const fcmError = (status: number, errorCode: string, message = '') =>
  json({ error: { message, details: [{ errorCode }] } }, status)
const ticket = (details: object, status = 'error') => json({ data: { status, ...details } })

/** What became of one push, by the name of the error. */
const outcome = (send: SendPush): Promise<string> =>
  send(push).then(
    () => 'sent',
    (error: unknown) => error instanceof TokenGone || error instanceof Undeliverable ? error.name : 'again',
  )

async function withService(answers: Service['answers'], work: (service: Service) => Promise<void>): Promise<void> {
  const service = startService(...answers)
  try {
    await work(service)
  } finally {
    await service.stop()
  }
}

Deno.test('FCM gets the message, with a token that one request fetched for all', () =>
  withService([token, json({ name: 'projects/hackney-1/messages/1' })], async (service) => {
    const send = createFcm(account(service), { url: service.url, patience })
    await Promise.all([send(push), send(push), send(push)])
    assert.deepEqual(service.heard.map(({ path }) => path), [
      '/token',
      ...Array(3).fill('/v1/projects/hackney-1/messages:send'),
    ])
    const assertion = new URLSearchParams(new TextDecoder().decode(service.heard[0]?.body)).get('assertion') ?? ''
    assert.equal(decodeProtectedHeader(assertion).alg, 'RS256')
    assert.equal(decodeJwt(assertion).iss, 'sender@hackney-1.iam')
    assert.equal(decodeJwt(assertion)['scope'], 'https://www.googleapis.com/auth/firebase.messaging')
    const { message } = service.heard[1]?.json as { message: Record<string, Record<string, unknown>> }
    assert.equal(service.heard[1]?.headers.get('authorization'), 'Bearer granted')
    assert.equal(message['token'], 'device-1')
    assert.deepEqual(message['notification'], { title: 'New trip', body: 'From A to B.' })
    assert.deepEqual(message['data'], { screen: 'DriverTrips', bookingId: 'b1' })
    assert.deepEqual(message['android'], {
      priority: 'high',
      ttl: '20s',
      notification: { channel_id: 'bookings-repeat' },
    })
  }))

Deno.test('FCM misbehaves: what is tried again, what is not', async () => {
  const cases: [Service['answers'][number], string][] = [
    [text('boom', 500), 'again'],
    [text('<html>garbage', 200), 'again'],
    [text('[]', 200), 'again'],
    [slow(), 'again'],
    [fcmError(429, 'QUOTA_EXCEEDED'), 'again'],
    [fcmError(503, 'UNAVAILABLE'), 'again'],
    [fcmError(404, 'UNREGISTERED'), 'TokenGone'],
    [text('gone', 410), 'TokenGone'],
    [fcmError(403, 'SENDER_ID_MISMATCH'), 'TokenGone'],
    [fcmError(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token'), 'TokenGone'],
    [fcmError(400, 'INVALID_ARGUMENT', 'Message too big'), 'Undeliverable'],
    // A project that is not there is the operator's mistake, not the device's.
    [json({ error: { message: 'Project not found' } }, 404), 'again'],
  ]
  for (const [answer, expected] of cases) {
    await withService([token, answer], async (service) => {
      assert.equal(await outcome(createFcm(account(service), { url: service.url, patience })), expected)
    })
  }
})

Deno.test('a token of FCM that was taken back is asked for again', () =>
  withService([token, fcmError(401, ''), token, json({ name: 'm' })], async (service) => {
    const send = createFcm(account(service), { url: service.url, patience })
    assert.equal(await outcome(send), 'again')
    assert.equal(await outcome(send), 'sent')
  }))

Deno.test('no token from Google: tried again, and asked again', () =>
  withService([text('no', 500), token, json({ name: 'm' })], async (service) => {
    const send = createFcm(account(service), { url: service.url, patience })
    assert.equal(await outcome(send), 'again')
    assert.equal(await outcome(send), 'sent')
  }))

Deno.test('a server that does not listen is tried again', async () => {
  const service = startService(token)
  await service.stop()
  assert.equal(await outcome(createFcm(account(service), { url: service.url, patience })), 'again')
  assert.equal(await outcome(createExpo('secret', { url: service.url, patience })), 'again')
})

Deno.test('Expo gets the message, and misbehaves', async () => {
  await withService([ticket({ id: '1' }, 'ok')], async (service) => {
    assert.equal(await outcome(createExpo('secret', { url: service.url, patience })), 'sent')
    assert.equal(service.heard[0]?.headers.get('authorization'), 'Bearer secret')
    assert.deepEqual(service.heard[0]?.json, {
      to: 'device-1',
      title: 'New trip',
      body: 'From A to B.',
      data: push.data,
      channelId: 'bookings-repeat',
      ttl: 20,
      priority: 'high',
      sound: 'default',
    })
  })
  const cases: [Service['answers'][number], string][] = [
    [ticket({ details: { error: 'DeviceNotRegistered' } }), 'TokenGone'],
    [json({ data: [{ status: 'error', details: { error: 'DeviceNotRegistered' } }] }), 'TokenGone'],
    [text('', 410), 'TokenGone'],
    [ticket({ details: { error: 'MessageTooBig' } }), 'Undeliverable'],
    [ticket({ details: { error: 'MessageRateExceeded' } }), 'again'],
    [text('oops', 500), 'again'],
    [text('garbage', 200), 'again'],
    [text('null', 200), 'again'],
    [slow(), 'again'],
  ]
  for (const [answer, expected] of cases) {
    await withService([answer], async (service) => {
      assert.equal(await outcome(createExpo('secret', { url: service.url, patience })), expected)
    })
  }
})

Deno.test('a push goes to the service that its token belongs to', async () => {
  const sent: string[] = []
  const to = (name: string): SendPush => () => Promise.resolve(void sent.push(name))
  const send = createSender({ fcm: to('fcm'), expo: to('expo'), webPush: to('web') }, () => {})
  for (const token of ['abc', 'ExponentPushToken[x]', 'ExpoPushToken[x]', '{"endpoint":""}']) {
    await send({ ...push, token })
  }
  assert.deepEqual(sent, ['fcm', 'expo', 'expo', 'web'])
  await assert.rejects(createSender({ fcm: to('fcm') }, () => {})({ ...push, token: '{}' }), Undeliverable)
})

Deno.test('without a service a push is logged, with the end of its token alone', async () => {
  const lines: string[] = []
  await createSender(readServices(() => undefined), (line) => lines.push(line))({ ...push, token: 'a-secret-token' })
  assert.deepEqual(lines, ['push to …-token: New trip | From A to B.'])
})

Deno.test('what the operator got wrong is said at the start', () => {
  const only = (name: string, value: string) => (asked: string) => asked === name ? value : undefined
  assert.throws(() => readServices(only('VAPID_PUBLIC_KEY', 'x')), /go together/)
  assert.throws(() => readServiceAccount('{}'), /not a service account/)
  assert.equal(
    readServiceAccount(JSON.stringify({ project_id: 'p', client_email: 'e', private_key: 'k' })).token_uri,
    'https://oauth2.googleapis.com/token',
  )
  assert.ok(readServices(only('EXPO_ACCESS_TOKEN', 'x')).expo)
})
