import { assert, assertEquals } from '@std/assert'
import { decodeJwt, jwtVerify } from 'jose'
import { type Answer, late, type Server, startServer, text } from '../../_shared/http-client/testing/server.ts'
import { decodeBase64Url, encodeBase64Url } from '@std/encoding/base64url'
import { encrypt } from './encrypt.ts'
import { type Push, type SendPush, TokenGone, Undeliverable } from './types.ts'
import { concat } from '@std/bytes/concat'
import { createWebPush, pushHosts } from './web-push.ts'

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** A key pair from its two numbers, as printed in the standards. */
async function pairOf(publicKey: string, privateKey: string, name: 'ECDH' | 'ECDSA'): Promise<CryptoKeyPair> {
  const curve = { name, namedCurve: 'P-256' }
  const point = decodeBase64Url(publicKey)
  const jwk = { kty: 'EC', crv: 'P-256', x: encodeBase64Url(point.slice(1, 33)), y: encodeBase64Url(point.slice(33)) }
  const uses: KeyUsage[] = name === 'ECDH' ? ['deriveBits'] : ['sign']
  return {
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, name === 'ECDH' ? [] : ['verify']),
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: privateKey }, curve, true, uses),
  }
}

const own = {
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}

Deno.test('the encryption matches the example of RFC 8291', async () => {
  const pair = await pairOf(own.publicKey, own.privateKey, 'ECDH')
  const sealed = await encrypt({ endpoint: '', keys }, 'When I grow up, I want to be a watermelon', {
    pair,
    salt: decodeBase64Url('DGv6ra1nlYgDCS1FRnbzlw'),
  })
  assertEquals(
    encodeBase64Url(sealed),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

const vapid = { ...own, subject: 'mailto:desk@hackney.test' }
const pushTo = (token: string): Push => ({
  token,
  title: 'New trip',
  body: 'From A to B.',
  data: {},
  lang: 'en',
  channelId: 'bookings',
  ttl: 20,
  topic: 'a-topic-of-a-trip-1',
  urgency: 'high',
  actions: [{ action: 'open', title: 'Open' }],
  unread: 2,
})
const outcome = (send: SendPush, token: string): Promise<string> =>
  send(pushTo(token)).then(
    () => 'sent',
    (error: unknown) => error instanceof TokenGone || error instanceof Undeliverable ? error.name : 'again',
  )
const local = { hosts: /^127\.0\.0\.1$/, patience: 600 }

async function ask(answer: Answer): Promise<[string, Server]> {
  const service = startServer(answer)
  const token = JSON.stringify({ endpoint: `${service.url}/push/1`, keys })
  const became = await outcome(createWebPush(vapid, local), token)
  await service.stop()
  return [became, service]
}

Deno.test('a browser gets an encrypted message, signed by the operator', async () => {
  const [became, { heard: [request], url }] = await ask(text('', 'text/plain', 201))
  assertEquals(became, 'sent')
  assertEquals(request?.headers.get('content-encoding'), 'aes128gcm')
  assertEquals(request?.headers.get('ttl'), '20')
  assertEquals(request?.headers.get('topic'), 'a-topic-of-a-trip-1')
  assertEquals(request?.headers.get('urgency'), 'high')
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(request?.headers.get('authorization') ?? '') ?? []
  assertEquals(key, own.publicKey)
  const { publicKey } = await pairOf(own.publicKey, own.privateKey, 'ECDSA')
  await jwtVerify(token, publicKey, { audience: url, subject: vapid.subject })
  assert((decodeJwt(token).exp ?? 0) < Date.now() / 1000 + 24 * 3600)
  assert(!request?.text.includes('trip'))
})

/** Decrypts a message like a browser, by RFC 8291 and 8188. */
async function decrypt(sealed: Uint8Array<ArrayBuffer>, theirs: CryptoKeyPair, auth: Uint8Array<ArrayBuffer>) {
  const raw = async (key: CryptoKey) => new Uint8Array(await crypto.subtle.exportKey('raw', key))
  const hkdf = async (
    secret: Uint8Array<ArrayBuffer>,
    salt: Uint8Array<ArrayBuffer>,
    info: Uint8Array<ArrayBuffer>,
    bytes: number,
  ) => {
    const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8))
  }
  const text = (words: string) => new TextEncoder().encode(words)
  const [salt, length] = [sealed.slice(0, 16), sealed[20] ?? 0]
  const sender = sealed.slice(21, 21 + length)
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const publicKey = await crypto.subtle.importKey('raw', sender, curve, true, [])
  const shared = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, theirs.privateKey, 256),
  )
  const secret = await hkdf(shared, auth, concat([text('WebPush: info\0'), await raw(theirs.publicKey), sender]), 32)
  const key = await hkdf(secret, salt, text('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(secret, salt, text('Content-Encoding: nonce\0'), 12)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const opened = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, sealed.slice(21 + length)))
  assertEquals(opened.at(-1), 2, 'the record is the last one')
  return JSON.parse(new TextDecoder().decode(opened.slice(0, -1)))
}

Deno.test('only the browser can read a push, and a long text is cut to the service’s limit', async () => {
  const sealed: Uint8Array<ArrayBuffer>[] = []
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    sealed.push(await request.bytes())
    return new Response(null, { status: 201 })
  })
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ]) as CryptoKeyPair
  const auth = crypto.getRandomValues(new Uint8Array(16))
  const p256dh = encodeBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  const endpoint = `http://127.0.0.1:${server.addr.port}/push/1`
  const token = JSON.stringify({ endpoint, keys: { p256dh, auth: encodeBase64Url(auth) } })
  const send = createWebPush(vapid, { ...local, hosts: pushHosts('push.example.com, 127.0.0.1') })
  const data = { screen: 'DriverTrips', bookingId: 'b1', key: 'trip_offered', until: '1700000000000' }
  await send({ ...pushTo(token), body: '6 min to the pickup', data, lang: 'de' })
  for (const letter of ['x', 'ü', '🚕', '"']) await send({ ...pushTo(token), body: letter.repeat(9000), data })
  await server.shutdown()
  const [offer, ...long] = await Promise.all(sealed.map((one) => decrypt(one, pair, auth)))
  assertEquals(offer, {
    title: 'New trip',
    body: '6 min to the pickup',
    data,
    lang: 'de',
    actions: [{ action: 'open', title: 'Open' }],
    unread: 2,
  })
  for (const [index, { title, body, data: kept }] of long.entries()) {
    assert((sealed[index + 1]?.length ?? 0) <= 4096, 'as much as a service takes')
    assertEquals([title, kept], ['New trip', data])
    assert(body.endsWith('…') && body.length > 900)
  }
})

Deno.test('an operator can add push services by complete host names', () => {
  const hosts = pushHosts('push.example.com')
  assert(hosts.test('push.example.com') && hosts.test('fcm.googleapis.com'))
  for (const other of ['pushxexample.com', 'a.push.example.com', 'push.example.com.evil.test', '127.0.0.1']) {
    assert(!hosts.test(other), other)
  }
  assert(!pushHosts('.*, a|b').test('evil.test'))
})

Deno.test('errors of a browser’s push service are handled', async () => {
  for (
    const [answer, expected] of [
      [text('', 'text/plain', 410), 'TokenGone'],
      [text('', 'text/plain', 404), 'TokenGone'],
      [text('', 'text/plain', 413), 'Undeliverable'],
      [
        text('the VAPID credentials do not correspond to the credentials of the subscription', 'text/plain', 403),
        'TokenGone',
      ],
      [text('{"code":401,"errno":109,"message":"Request did not validate"}', 'application/json', 401), 'TokenGone'],
      [text('{"reason":"VapidPkHashMismatch"}', 'application/json', 400), 'TokenGone'],
      [text('{"reason":"BadDeviceToken"}', 'application/json', 400), 'Undeliverable'],
      [text('{"reason":"ExpiredJwtToken"}', 'application/json', 403), 'again'],
      [text('permission denied: invalid JWT provided', 'text/plain', 403), 'again'],
      [text('x', 'text/plain', 500), 'again'],
      [text('', 'text/plain', 429), 'again'],
      [late(1200), 'again'],
      [() => Response.redirect('http://127.0.0.1:1/'), 'again'],
    ] as const
  ) {
    assertEquals((await ask(answer))[0], expected)
  }
})

Deno.test('a subscription cannot make us call any other server', async () => {
  const asked: string[] = []
  const send = createWebPush(vapid, { fetcher: (url) => (asked.push(String(url)), Promise.resolve(new Response())) })
  for (
    const endpoint of [
      'http://fcm.googleapis.com/x',
      'https://169.254.169.254/latest',
      'https://evil.test/',
      'https://fcm.googleapis.com.evil.test/',
      'https://user@evil.test/fcm.googleapis.com',
      'https://localhost/',
      'file:///etc/passwd',
      'nonsense',
      '',
    ]
  ) {
    assertEquals(await outcome(send, JSON.stringify({ endpoint, keys })), 'TokenGone', endpoint)
  }
  for (
    const token of [
      '{',
      '{}',
      '{"endpoint":1}',
      JSON.stringify({ endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: '!', auth: '!' } }),
    ]
  ) {
    assertEquals(await outcome(send, token), 'TokenGone', token)
  }
  assertEquals(asked, [])
  for (
    const host of [
      'fcm.googleapis.com',
      'updates.push.services.mozilla.com',
      'web.push.apple.com',
      'wns2-par02p.notify.windows.com',
    ]
  ) {
    assertEquals(await outcome(send, JSON.stringify({ endpoint: `https://${host}/x`, keys })), 'sent')
  }
})
