import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ask, ask as askStack, tokenOf } from '../support/ask.ts'
import { type Person, service, signIn } from '../support/people.ts'
import { pictureOf } from '../support/picture.ts'
import { isRefused, listen } from '../support/realtime.ts'
import { unwrap } from '../support/responses.ts'
import { book, goOnline } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const ask = (path: string, options?: Ask) => askStack(env, path, options)

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signHs256(claims: object, key: string): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

let rider: Person
let stranger: Person
let driver: Person
let riderToken: string

beforeAll(async () => {
  ;[rider, stranger, driver] = await Promise.all([
    signIn(env, 'rider4@hackney.test'),
    signIn(env, 'rider7@hackney.test'),
    signIn(env, 'driver@hackney.test')
  ])
  riderToken = await tokenOf(rider)
})
afterAll(() => Promise.all([rider, stranger, driver].map(({ client }) => client.removeAllChannels())))

describe('access tokens', () => {
  it('are refused by every service when forged', async () => {
    const [header = '', payload = '', signature = ''] = riderToken.split('.')
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), role: 'service_role' }
    const jwks = await (await fetch(`${env.SUPABASE_URL}/auth/v1/.well-known/jwks.json`)).json()
    const forged = {
      none: `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
      changed: `${header}.${encode(claims)}.${signature}`,
      'public key as secret': signHs256(claims, JSON.stringify(jwks.keys[0])),
      'publishable key as secret': signHs256(claims, env.SUPABASE_PUBLISHABLE_KEY),
      'well-known secret': signHs256(claims, 'super-secret-jwt-token-with-at-least-32-characters-long'),
      postgres: `${encode({ alg: 'ES256', jwk: jwks.keys[0] })}.${encode({ ...claims, role: 'postgres' })}.${signature}`
    }
    for (const [name, token] of Object.entries(forged)) {
      for (const path of ['/rest/v1/settings', '/storage/v1/bucket', '/auth/v1/user']) {
        // Storage sends its 403 in the body of a 400.
        const refusals = path.startsWith('/storage') ? [400, 401, 403] : [401, 403]
        expect(refusals, `${name} at ${path}`).toContain((await ask(path, { token })).status)
      }
      const estimated = await ask('/functions/v1/routes/estimate', { token, body: '{}' })
      expect(estimated.status, `${name} at a function`).toBe(401)
    }
    expect(jwks.keys[0]).not.toHaveProperty('d')
  })

  it('give no role from data that people set themselves', async () => {
    const data = { usertype: 'admin', user_role: 'admin', role: 'service_role', approved: true }
    expect((await rider.client.auth.updateUser({ data })).error).toBeNull()
    const change = (body: object) =>
      ask('/auth/v1/user', { token: riderToken, method: 'PUT', body: JSON.stringify(body) })
    expect((await change({ app_metadata: { usertype: 'admin' } })).status).toBe(403)
    // Auth ignores fields that it does not know.
    expect((await change({ role: 'service_role' })).status).toBe(200)
    const { data: fresh } = await rider.client.auth.refreshSession()
    const [, payload = ''] = (fresh.session?.access_token ?? '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims).toMatchObject({ role: 'authenticated', user_role: 'rider' })
    expect(unwrap(await rider.client.from('profiles').select('usertype'))).toEqual([{ usertype: 'rider' }])
  })
})

describe('the REST server', () => {
  it('exposes only the schema public', async () => {
    for (const schema of ['app', 'auth', 'extensions', 'storage', 'realtime', 'cron', 'pg_catalog', 'stack']) {
      for (const table of ['users', 'start_codes', 'clock', 'objects', 'pg_class', 'uploads']) {
        const answer = await ask(`/rest/v1/${table}`, { token: riderToken, headers: { 'accept-profile': schema } })
        expect(answer.status, `${schema}.${table}`).toBeGreaterThanOrEqual(400)
      }
      for (const name of ['act', 'set_config', 'pg_sleep', 'st_asgeojson', 'send', 'probe', 'dispatch_tick']) {
        const headers = { 'content-profile': schema }
        const answer = await ask(`/rest/v1/rpc/${name}`, { token: riderToken, body: '{}', headers })
        expect(answer.status, `${schema}.${name}()`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${schema}.${name}()`).toBeLessThan(500)
      }
    }
  })

  it('treats SQL in names and filters as plain names and values', async () => {
    const attempts = [
      'select=name,(select 1)',
      'select=name:id"from auth.users--',
      'order=name);select 1--',
      "name=eq.x' or 1=1--",
      'or=(name.eq.a,id.eq.1))--'
    ]
    for (const query of attempts) {
      const { status, text } = await ask(`/rest/v1/car_types?${query.replaceAll(' ', '%20')}`)
      expect(status < 500 && (status >= 400 || text === '[]'), `${query}: ${status} ${text.slice(0, 100)}`).toBe(true)
    }
  })

  it('treats a quote in the path of a JSON value as a part of its key', async () => {
    const { status, text } = await ask("/rest/v1/car_types?select=value:parcel_types->0->>'x")
    // The stack's library refuses such a key; PostgREST finds no value under it.
    if (status !== 400) expect(JSON.parse(text).every((row: { value: unknown }) => row.value === null)).toBe(true)
    expect([200, 400]).toContain(status)
  })

  it('rejects impossible numbers', async () => {
    await goOnline(driver)
    const token = await tokenOf(driver)
    const points = '[{"lat":1e400,"lng":9},{"lat":"NaN","lng":9},{"lat":47,"lng":9,"at":"infinity"},null,1,[]]'
    const kept = await ask('/rest/v1/rpc/report_positions', { token, body: `{"points":${points}}` })
    expect([kept.status, kept.text]).toEqual([200, '0'])
    for (const at of ['{"lat":"NaN","lng":9.5}', '{"lat":"Infinity","lng":9.5}', '{"lat":90,"lng":1e308}']) {
      const { text } = await ask('/rest/v1/rpc/nearby_drivers', { body: at })
      expect(JSON.parse(text), at).toEqual({ rows: [], next: null })
    }
  })
})

describe('realtime', () => {
  it('matches a topic only by its exact name', async () => {
    const { id } = await book(rider)
    const topics = [
      `booking:${id}`,
      `booking:${id.toUpperCase()}`,
      'booking:%',
      'booking:',
      `BOOKING:${id}`,
      'user:%',
      `user:${stranger.id}'`,
      `driver:${stranger.id}`,
      `fleet:${stranger.id}`,
      'admin'
    ]
    for (const topic of topics) expect(await isRefused(stranger.client, topic), topic).toBe(true)
    expect(await isRefused(stranger.client, `user:${stranger.id}`)).toBe(false)

    const ear = await listen(rider.client, `booking:${id}`)
    for (const token of [undefined, await tokenOf(stranger), await tokenOf(rider)]) {
      for (const isPrivate of [true, false]) {
        const message = { topic: `booking:${id}`, event: 'status', payload: { id, status: 'PAID' }, private: isPrivate }
        const body = JSON.stringify({ messages: [message] })
        await ask('/realtime/v1/api/broadcast', { ...(token && { token }), body })
      }
    }
    await sleep(700)
    expect(ear.messages()).toEqual([])
    await ear.close()
    await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'Test is over' })
  })
})

describe('storage and functions', () => {
  it('keep people in their own folder, and the region’s files private', async () => {
    const store = stranger.client.storage.from('users')
    const image = pictureOf('x')
    expect(
      (await rider.client.storage.from('users').upload(`${rider.id}/license`, image, { upsert: true })).error
    ).toBeNull()
    const foreign = [
      `${rider.id}/license`,
      `${stranger.id}/../${rider.id}/license`,
      `${stranger.id}%2f..%2f${rider.id}%2flicense`
    ]
    for (const path of foreign) {
      expect((await store.upload(path, image, { upsert: true })).error, path).not.toBeNull()
      expect((await store.download(path)).error, path).not.toBeNull()
    }
    expect((await store.upload(`${stranger.id}/license`, image, { upsert: true })).error).toBeNull()
    for (const target of foreign)
      expect((await store.copy(`${stranger.id}/license`, target)).error, target).not.toBeNull()
    const page = new Blob(['<script>'], { type: 'text/html' })
    expect((await store.upload(`${stranger.id}/profileImage`, page)).error).not.toBeNull()
    const regions = stranger.client.storage.from('regions')
    expect((await regions.download('current/graph.bin')).error).not.toBeNull()
    expect((await regions.upload('current/graph.bin', image, { upsert: true })).error).not.toBeNull()
    expect((await service(env).storage.from('regions').download('current/graph.bin')).error).toBeNull()
  })

  it('answer 404 to paths outside their routes', async () => {
    const paths = [
      '_shared/kernel/http',
      '..%2f_shared',
      'routes%2f..%2f_shared',
      'routes/__proto__',
      'routes/constructor',
      '%'
    ]
    for (const path of paths) {
      const { status } = await ask(`/functions/v1/${path}`, { token: riderToken, body: '{}' })
      expect(status, path).toBe(404)
    }
    const long = await ask('/functions/v1/routes/estimate', { token: riderToken, body: 'x'.repeat(70_000) })
    expect(long.status).toBe(413)
  })
})

it('the inbox refuses requests with another host name', async () => {
  const { hostname, port } = new URL(env.INBOX_URL)
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /api/v1/messages HTTP/1.1\r\nHost: evil.test\r\n\r\n')
    )
    socket.once('data', (data) => {
      resolve(data.toString())
      socket.destroy()
    })
    socket.once('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1.1 403/)
})
