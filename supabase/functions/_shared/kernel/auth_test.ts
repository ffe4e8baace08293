import { assertEquals, assertRejects } from '@std/assert'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createAuthenticate } from './auth.ts'
import type { DatabaseAs } from './database.ts'
import { HttpError } from './errors.ts'
import { databaseOf } from './testing/doubles.ts'

const { publicKey, privateKey } = await generateKeyPair('ES256')
const jwks = JSON.stringify({ keys: [{ ...await exportJWK(publicKey), kid: 'one', alg: 'ES256', use: 'sig' }] })
const settings = {
  supabaseUrl: 'http://127.0.0.1',
  publishableKeys: ['sb_publishable_x'],
  secretKey: 'sb_secret_x',
  jwks,
}
const drives = databaseOf({ caller_role: 'driver' })
const authenticate = createAuthenticate(settings, fetch, () => drives)

function token(
  claims: Record<string, unknown>,
  options: { expires?: string; key?: typeof privateKey } = {},
): Promise<string> {
  return new SignJWT({ aud: 'authenticated', role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuedAt()
    .setExpirationTime(options.expires ?? '1h')
    .sign(options.key ?? privateKey)
}

function request(headers: Record<string, string>): Request {
  return new Request('http://127.0.0.1/places/autocomplete', { method: 'POST', headers })
}

Deno.test('a publishable key identifies a visitor', async () => {
  const visitor = { role: 'anon', uid: null, userRole: null } as const
  assertEquals(await authenticate(request({ apikey: 'sb_publishable_x' })), visitor)
  assertEquals(await authenticate(request({ authorization: 'Bearer sb_publishable_x' })), visitor)
})

Deno.test('a token identifies a user, whose role is the one that the database says now', async () => {
  const bearer = `Bearer ${await token({ sub: 'u1', user_role: 'admin' })}`
  assertEquals(await authenticate(request({ apikey: 'sb_publishable_x', authorization: bearer })), {
    role: 'authenticated',
    uid: 'u1',
    userRole: 'driver',
  })
})

Deno.test('a valid token of an ended session identifies nobody, and the database is asked with this token', async () => {
  const asked: (string | null)[] = []
  const ended: DatabaseAs = ({ headers }) => ({
    rpc: () => {
      asked.push(headers.get('authorization'))
      return Promise.reject(new HttpError(401, 'not_logged_in', 'The session of this token has ended', 'Sign in again'))
    },
  })
  const bearer = `Bearer ${await token({ sub: 'u1', user_role: 'admin' })}`
  const call = () => createAuthenticate(settings, fetch, ended)(request({ apikey: 'sb_publishable_x', authorization: bearer }))
  const error = await assertRejects(call, HttpError)
  assertEquals([error.status, error.code], [401, 'not_logged_in'])
  assertEquals(asked, [bearer])
})

Deno.test('the secret key identifies one of our servers', async () => {
  assertEquals((await authenticate(request({ apikey: 'sb_secret_x' }))).role, 'service_role')
})

Deno.test('wrong keys, and expired, forged and foreign tokens are refused', async () => {
  const refused = (headers: Record<string, string>) => assertRejects(() => authenticate(request(headers)), HttpError)
  await refused({})
  await refused({ apikey: 'sb_publishable_y' })
  await refused({ authorization: 'Bearer sb_secret_y' })
  const forger = await generateKeyPair('ES256')
  const bearers = [
    await token({ sub: 'u1' }, { expires: '-1h' }),
    await token({ sub: 'u1' }, { key: forger.privateKey }),
    await token({ sub: 'u1', aud: 'somebody else' }),
    'not.a.token',
  ]
  for (const bearer of bearers) await refused({ apikey: 'sb_publishable_x', authorization: `Bearer ${bearer}` })
})

Deno.test('the Auth server verifies tokens signed with a shared secret', async () => {
  const secret = new TextEncoder().encode('a secret that only the Auth server knows')
  const bearer = await new SignJWT({ sub: 'u2', user_role: 'rider' }).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  const answers = (status: number) =>
    createAuthenticate(settings, () => Promise.resolve(new Response('{}', { status })), () => drives)
  const call = request({ apikey: 'sb_publishable_x', authorization: `Bearer ${bearer}` })
  assertEquals((await answers(200)(call)).uid, 'u2')
  await assertRejects(() => answers(401)(call), HttpError)
})
