import { assert, assertEquals } from '@std/assert'
import { decodeJwt, jwtVerify } from 'jose'
import { type Answer, late, type Server, startServer, text } from '../../_shared/http-client/testing/server.ts'
import { decodeBase64Url, encodeBase64Url } from '@std/encoding/base64url'
import { encrypt } from './encrypt.ts'
import { type Push, type SendPush, TokenGone, Undeliverable } from './types.ts'
import { createWebPush } from './web-push.ts'

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** A key pair from its two numbers, as the standards print them. */
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

Deno.test('encrypts as the example of RFC 8291 does', async () => {
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
  channelId: 'bookings',
  ttl: 20,
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
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(request?.headers.get('authorization') ?? '') ?? []
  assertEquals(key, own.publicKey)
  const { publicKey } = await pairOf(own.publicKey, own.privateKey, 'ECDSA')
  await jwtVerify(token, publicKey, { audience: url, subject: vapid.subject })
  assert((decodeJwt(token).exp ?? 0) < Date.now() / 1000 + 24 * 3600)
  assert(!request?.text.includes('trip'))
})

Deno.test('a service of browsers misbehaves', async () => {
  for (
    const [answer, expected] of [
      [text('', 'text/plain', 410), 'TokenGone'],
      [text('', 'text/plain', 404), 'TokenGone'],
      [text('', 'text/plain', 413), 'Undeliverable'],
      [text('x', 'text/plain', 500), 'again'],
      [text('', 'text/plain', 429), 'again'],
      [late(1200), 'again'],
      [() => Response.redirect('http://127.0.0.1:1/'), 'again'],
    ] as const
  ) {
    assertEquals((await ask(answer))[0], expected)
  }
})

Deno.test('no other server can be made to be called', async () => {
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
