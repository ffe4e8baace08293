import { assert, assertEquals, assertRejects, assertThrows } from '@std/assert'
import { decodeJwt, decodeProtectedHeader, exportPKCS8, generateKeyPair } from 'jose'
import {
  type Answer,
  json,
  late,
  type Server,
  startServer,
  text,
  withServer,
} from '../../_shared/http-client/testing/server.ts'
import { createSender, readServices } from './choose.ts'
import { createExpo } from './expo.ts'
import { createFcm, readServiceAccount } from './fcm.ts'
import { type Push, type SendPush, TokenGone, Undeliverable } from './types.ts'

const push: Push = {
  token: 'device-1',
  title: 'New trip',
  body: 'From A to B.',
  data: { screen: 'DriverTrips', bookingId: 'b1' },
  lang: 'en',
  channelId: 'bookings-repeat',
  ttl: 20,
  topic: 'a-topic-of-a-trip-1',
  urgency: 'high',
  actions: [{ action: 'open', title: 'Open' }],
  unread: 2,
}
const patience = 600
const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const private_key = await exportPKCS8(privateKey)
const account = (service: Server) => ({
  project_id: 'hackney-1',
  client_email: 'sender@hackney-1.iam',
  private_key,
  token_uri: `${service.url}/token`,
})
const token = json({ access_token: 'granted', expires_in: 3600 })
const fcmError = (status: number, errorCode: string, message = '') =>
  json({ error: { message, details: [{ errorCode }] } }, status)
const ticket = (details: object, status = 'error') => json({ data: { status, ...details } })

/** The outcome of one push, by the name of the error. */
const outcome = (send: SendPush): Promise<string> =>
  send(push).then(
    () => 'sent',
    (error: unknown) => error instanceof TokenGone || error instanceof Undeliverable ? error.name : 'again',
  )

Deno.test('FCM gets the message, with a token that is fetched once for all messages', () =>
  withServer([token, json({ name: 'projects/hackney-1/messages/1' })], async (service) => {
    const send = createFcm(account(service), { url: service.url, patience })
    await Promise.all([send(push), send(push), send(push)])
    assertEquals(service.heard.map(({ path }) => path), [
      '/token',
      ...Array(3).fill('/v1/projects/hackney-1/messages:send'),
    ])
    const assertion = new URLSearchParams(service.heard[0]?.text ?? '').get('assertion') ?? ''
    assertEquals(decodeProtectedHeader(assertion).alg, 'RS256')
    assertEquals(decodeJwt(assertion).iss, 'sender@hackney-1.iam')
    assertEquals(decodeJwt(assertion)['scope'], 'https://www.googleapis.com/auth/firebase.messaging')
    const { message } = service.heard[1]?.json as { message: Record<string, unknown> }
    assertEquals(service.heard[1]?.headers.get('authorization'), 'Bearer granted')
    assertEquals(message['token'], 'device-1')
    assertEquals(message['notification'], { title: 'New trip', body: 'From A to B.' })
    assertEquals(message['data'], { screen: 'DriverTrips', bookingId: 'b1' })
    assertEquals(message['android'], {
      priority: 'high',
      ttl: '20s',
      collapse_key: push.topic,
      notification: { channel_id: 'bookings-repeat', tag: push.topic, notification_count: 2 },
    })
    const { headers, payload } = message['apns'] as { headers: Record<string, string>; payload: unknown }
    assertEquals([headers['apns-priority'], headers['apns-collapse-id']], ['10', push.topic])
    assertEquals(payload, { aps: { sound: 'default', badge: 2 } })
    assertEquals(message['webpush'], { headers: { TTL: '20', Urgency: 'high', Topic: push.topic } })
  }))

Deno.test('news do not wake a phone, and replace nothing', () =>
  withServer([token, json({ name: 'm' })], async (service) => {
    await createFcm(account(service), { url: service.url, patience })({
      ...push,
      topic: '',
      urgency: 'low',
      actions: [],
      unread: undefined,
    })
    const { message } = service.heard[1]?.json as { message: Record<string, Record<string, unknown>> }
    assertEquals(message['android'], {
      priority: 'normal',
      ttl: '20s',
      notification: { channel_id: 'bookings-repeat' },
    })
    assertEquals(Object.keys(message['apns']?.['headers'] ?? {}), ['apns-priority', 'apns-expiration'])
    assertEquals(message['webpush'], { headers: { TTL: '20', Urgency: 'low' } })
  }))

Deno.test('FCM’s errors are retried or final', async () => {
  const cases: [Answer, string][] = [
    [text('boom', 'text/plain', 500), 'again'],
    [text('<html>garbage', 'text/plain', 200), 'again'],
    [text('[]', 'text/plain', 200), 'again'],
    [late(1200), 'again'],
    [fcmError(429, 'QUOTA_EXCEEDED'), 'again'],
    [fcmError(503, 'UNAVAILABLE'), 'again'],
    [fcmError(404, 'UNREGISTERED'), 'TokenGone'],
    [text('gone', 'text/plain', 410), 'TokenGone'],
    [fcmError(403, 'SENDER_ID_MISMATCH'), 'TokenGone'],
    [fcmError(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token'), 'TokenGone'],
    [fcmError(400, 'INVALID_ARGUMENT', 'Message too big'), 'Undeliverable'],
    // A missing project is the operator's mistake, so the message is retried and the device's token is kept.
    [json({ error: { message: 'Project not found' } }, 404), 'again'],
  ]
  for (const [answer, expected] of cases) {
    await withServer([token, answer], async (service) => {
      assertEquals(await outcome(createFcm(account(service), { url: service.url, patience })), expected)
    })
  }
})

Deno.test('a revoked FCM token is fetched again', () =>
  withServer([token, fcmError(401, ''), token, json({ name: 'm' })], async (service) => {
    const send = createFcm(account(service), { url: service.url, patience })
    assertEquals(await outcome(send), 'again')
    assertEquals(await outcome(send), 'sent')
  }))

Deno.test('a failure to get a token from Google is retried', () =>
  withServer([text('no', 'text/plain', 500), token, json({ name: 'm' })], async (service) => {
    const send = createFcm(account(service), { url: service.url, patience })
    assertEquals(await outcome(send), 'again')
    assertEquals(await outcome(send), 'sent')
  }))

Deno.test('an unreachable push server is tried again', async () => {
  const service = startServer(token)
  await service.stop()
  assertEquals(await outcome(createFcm(account(service), { url: service.url, patience })), 'again')
  assertEquals(await outcome(createExpo('secret', { url: service.url, patience })), 'again')
})

Deno.test('Expo gets the message, and its errors are handled', async () => {
  await withServer([ticket({ id: '1' }, 'ok')], async (service) => {
    assertEquals(await outcome(createExpo('secret', { url: service.url, patience })), 'sent')
    assertEquals(service.heard[0]?.headers.get('authorization'), 'Bearer secret')
    assertEquals(service.heard[0]?.json, {
      to: 'device-1',
      title: 'New trip',
      body: 'From A to B.',
      data: push.data,
      channelId: 'bookings-repeat',
      ttl: 20,
      priority: 'high',
      sound: 'default',
      badge: 2,
    })
  })
  const cases: [Answer, string][] = [
    [ticket({ details: { error: 'DeviceNotRegistered' } }), 'TokenGone'],
    [json({ data: [{ status: 'error', details: { error: 'DeviceNotRegistered' } }] }), 'TokenGone'],
    [text('', 'text/plain', 410), 'TokenGone'],
    [ticket({ details: { error: 'MessageTooBig' } }), 'Undeliverable'],
    [ticket({ details: { error: 'MessageRateExceeded' } }), 'again'],
    [text('oops', 'text/plain', 500), 'again'],
    [text('garbage', 'text/plain', 200), 'again'],
    [text('null', 'text/plain', 200), 'again'],
    [late(1200), 'again'],
  ]
  for (const [answer, expected] of cases) {
    await withServer([answer], async (service) => {
      assertEquals(await outcome(createExpo('secret', { url: service.url, patience })), expected)
    })
  }
})

Deno.test('a push goes to the service of its token', async () => {
  const sent: string[] = []
  const to = (name: string): SendPush => () => Promise.resolve(void sent.push(name))
  const send = createSender({ fcm: to('fcm'), expo: to('expo'), webPush: to('web') }, () => {})
  for (const token of ['abc', 'ExponentPushToken[x]', 'ExpoPushToken[x]', '{"endpoint":""}']) {
    await send({ ...push, token })
  }
  assertEquals(sent, ['fcm', 'expo', 'expo', 'web'])
  await assertRejects(() => createSender({ fcm: to('fcm') }, () => {})({ ...push, token: '{}' }), Undeliverable)
})

Deno.test('without a service a push is logged with only the end of its token', async () => {
  const lines: string[] = []
  await createSender(readServices(() => undefined), (line) => lines.push(line))({ ...push, token: 'a-secret-token' })
  assertEquals(lines, ['push to …-token: New trip | From A to B.'])
})

Deno.test('configuration errors are reported at the start', () => {
  const only = (name: string, value: string) => (asked: string) => asked === name ? value : undefined
  assertThrows(() => readServices(only('VAPID_PUBLIC_KEY', 'x')), Error, 'go together')
  assertThrows(() => readServiceAccount('{}'), Error, 'not a service account')
  assertEquals(
    readServiceAccount(JSON.stringify({ project_id: 'p', client_email: 'e', private_key: 'k' })).token_uri,
    'https://oauth2.googleapis.com/token',
  )
  assert(readServices(only('EXPO_ACCESS_TOKEN', 'x')).expo)
})
