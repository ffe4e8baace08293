import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../../support/ask.ts'
import { type Person, signIn } from '../../../support/people.ts'
import { unwrap } from '../../../support/responses.ts'
import { api, checked, env, expectRefusal, makeBucket, png, service, visitor } from '../../storage/world.ts'

/**
 * Indirect ways into the stack's storage, some of which Supabase Storage leaves open (docs/build/storage.md): whatever a plain
 * upload refuses is tried by copy, move, resumable and signed uploads, by types in another spelling, by older signed links, and
 * many at a time.
 */

const image = { contentType: 'image/png' }
const users = (person: Person) => person.client.storage.from('users')
const someone = () => signIn(env, `doors-${randomUUID().slice(0, 8)}@example.com`)
const page = '<script>alert(1)</script>'
const pages = [
  'text/html',
  'Text/Html',
  'text/html; charset=utf-8',
  'image/svg+xml',
  'application/xhtml+xml',
  'TEXT/XML'
]
let rider: Person
let token: string

beforeAll(async () => {
  rider = await someone()
  token = await tokenOf(rider)
})

const headers = (more: Record<string, string> = {}) => ({
  apikey: env.SUPABASE_PUBLISHABLE_KEY,
  authorization: `Bearer ${token}`,
  ...more
})

const encode = (text: string) => Buffer.from(text).toString('base64')

function beginUpload(name: string, type: string, size = png.length, more: Record<string, string> = {}) {
  const metadata = { bucketName: 'users', objectName: name, contentType: type }
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${encode(value)}`)
  return fetch(api('/upload/resumable'), {
    method: 'POST',
    headers: headers({
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': pairs.join(','),
      ...more
    })
  })
}

describe('a web page disguised as a picture', () => {
  it.each(pages)('%s is refused in every way', async (type) => {
    const path = `${rider.id}/license-${randomUUID()}`
    const from = users(rider)
    expectRefusal((await from.upload(path, page, { contentType: type })).error, '415', 'not supported')
    expect((await from.upload(path, png, image)).error).toBeNull()
    expectRefusal((await from.update(path, page, { contentType: type })).error, '415', 'not supported')
    expect((await beginUpload(`${path}-t`, type)).status).toBe(415)
    const copied = await fetch(api('/object/copy'), {
      method: 'POST',
      headers: headers({ 'content-type': 'application/json' }),
      body: JSON.stringify({
        bucketId: 'users',
        sourceKey: path,
        destinationKey: `${path}-c`,
        copyMetadata: false,
        metadata: { mimetype: type }
      })
    })
    expect((await copied.json()).statusCode).toBe('415')
    await from.remove([path])
  })

  it('cannot be moved into a bucket of other types', async () => {
    const [anything, pictures] = [await makeBucket(), await makeBucket({ allowedMimeTypes: ['image/png'] })]
    await service.storage.from(anything).upload('page', page, { contentType: 'text/html' })
    for (const way of ['move', 'copy'] as const) {
      const { error } = await service.storage.from(anything)[way]('page', 'page', { destinationBucket: pictures })
      expectRefusal(error, '415', 'not supported')
    }
  })

  it('cannot run: each response forbids sniffing, scripts and origins', async () => {
    const bucket = await makeBucket({ public: true })
    const from = service.storage.from(bucket)
    for (const [index, type] of [...pages, 'image/png', 'text/javascript'].entries()) {
      const path = `file-${index}`
      await from.upload(path, page, { contentType: type })
      const signed = unwrap(await from.createSignedUrl(path, 60)).signedUrl
      const ways = [from.getPublicUrl(path).data.publicUrl, signed, api(`/object/authenticated/${bucket}/${path}`)]
      for (const way of ways) {
        const answer = await fetch(way, { headers: headers() })
        expect([way, answer.status]).toEqual([way, 200])
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/)
        const isShown = /^(inline|attachment)$/.exec(answer.headers.get('content-disposition') ?? '')?.[0]
        expect(isShown).toBe(type === 'image/png' ? 'inline' : answer.headers.get('content-disposition'))
        expect(answer.headers.get('content-type')).not.toMatch(/text\/html|xhtml|javascript/i)
        if (/svg|xml/i.test(type)) expect(isShown).toBe('attachment')
      }
    }
  })
})

describe('a signed link', () => {
  it('lasts an hour at most', async () => {
    const path = `${rider.id}/profileImage`
    await users(rider).upload(path, png, { ...image, upsert: true })
    expect((await users(rider).createSignedUrl(path, 3600)).error).toBeNull()
    for (const seconds of [3601, 10 * 365 * 86_400]) {
      expectRefusal((await users(rider).createSignedUrl(path, seconds)).error, '400', 'expiresIn must be <= 3600')
      expectRefusal((await users(rider).createSignedUrls([path], seconds)).error, '400', 'expiresIn must be <= 3600')
    }
  })

  it('expires with the rights of its signer', async () => {
    const email = `desk-${randomUUID().slice(0, 8)}@example.com`
    const made = await service.auth.admin.createUser({
      email,
      email_confirm: true,
      app_metadata: { usertype: 'admin', approved: true }
    })
    const admin = await signIn(env, email)
    const path = `${rider.id}/profileImage`
    expect(await checked(rider, 'users', path)).toBe('clean')
    const link = unwrap(await users(admin).createSignedUrl(path, 600)).signedUrl
    const own = unwrap(await users(rider).createSignedUrl(path, 600)).signedUrl
    expect((await fetch(link)).status).toBe(200)
    unwrap({ ...(await service.auth.admin.deleteUser(made.data.user?.id ?? '', true)), data: true })
    expect((await fetch(link)).status).toBe(400)
    expect((await fetch(own)).status).toBe(200)
  })
})

describe('the limit of forty files', () => {
  it('also holds for sixty simultaneous uploads', async () => {
    const person = await someone()
    const names = Array.from({ length: 60 }, (_, index) => `${person.id}/license-${index}`)
    const outcomes = await Promise.all(names.map((name) => users(person).upload(name, png, image)))
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(40)
    expect((await users(person).list(person.id, { limit: 100 })).data).toHaveLength(40)
  })

  it('counts unfinished uploads, at most one per object', async () => {
    const person = await someone()
    token = await tokenOf(person)
    expect((await users(person).upload(`${person.id}/profileImage`, png, image)).error).toBeNull()
    const begin = (index: number) => beginUpload(`${person.id}/license-${index}`, 'image/png', 10_000_000)
    const begun = await Promise.all(Array.from({ length: 60 }, (_, index) => begin(index)))
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(39)
    expect(begun.filter(({ status }) => status === 403)).toHaveLength(21)
    // Which of the sixty are refused is up to the server.
    const accepted = begun.findIndex(({ status }) => status === 201)
    const first = begun[accepted]
    const again = await begin(accepted)
    expect(again.status).toBe(201)
    const look = (answer?: Response) =>
      fetch(new URL(answer?.headers.get('location') ?? '', env.SUPABASE_URL), {
        method: 'HEAD',
        headers: headers({ 'tus-resumable': '1.0.0' })
      })
    expect([(await look(first)).status, (await look(again)).status]).toEqual([404, 200])
    token = await tokenOf(rider)
  })
})

describe('a malformed request', () => {
  it('cannot put a host of the client’s choice into an upload’s address', async () => {
    const { port, hostname } = new URL(env.SUPABASE_URL)
    const location = await new Promise<string | undefined>((resolve, reject) => {
      const pairs = [`bucketName ${encode('users')}`, `objectName ${encode(`${rider.id}/license-host`)}`]
      const asking = request({
        hostname,
        port,
        method: 'POST',
        path: '/storage/v1/upload/resumable',
        headers: {
          ...headers({ 'tus-resumable': '1.0.0', 'upload-length': '10' }),
          host: `localhost:${port}`,
          'upload-metadata': [...pairs, `contentType ${encode('image/png')}`].join(',')
        }
      })
      asking.on('response', (answer) => resolve(answer.headers.location))
      asking.on('error', reject)
      asking.end()
    })
    expect(location).toMatch(/^\/storage\/v1\/upload\/resumable\/[\w-]+$/)
  })

  it('with zero bytes, deep JSON or wrong types gets no 5xx', async () => {
    const bodies = [
      '{"bucketId":"a\\u0000"}',
      `{"prefix":${'['.repeat(50_000)}`,
      '{"prefix":"\\u0000"}',
      '{"prefixes":["\\u0000"]}',
      '[]',
      '{"expiresIn":{}}',
      '{"bucketId":{},"sourceKey":[]}',
      '{"prefix":"","limit":1e400,"offset":-1}',
      '{"prefix":"","sortBy":{"column":"\\u0000"}}',
      '{"prefix":"","sortBy":null,"search":"\\u0000%"}'
    ]
    const paths = [
      '/object/copy',
      '/object/move',
      '/object/list/users',
      '/object/sign/users',
      '/object/sign/users/x',
      '/bucket',
      '/object/list/%00',
      '/object/upload/sign/users/x'
    ]
    for (const path of paths) {
      for (const body of bodies) {
        const sent = { method: 'POST', headers: headers({ 'content-type': 'application/json' }), body }
        expect((await fetch(api(path), sent)).status, `${path} ${body.slice(0, 40)}`).toBeLessThan(500)
      }
    }
    for (const path of [
      '/object/users/%00',
      '/object/public/%00/x',
      '/object/info/users/%00',
      '/bucket/%00',
      '/object/sign/users/x?token=%00',
      '/render/image/users/x'
    ]) {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
        expect((await fetch(api(path), { method, headers: headers() })).status, `${method} ${path}`).toBeLessThan(500)
      }
    }
    const odd = { 'x-metadata': encode('{"a":"\\u0000"}'), 'content-type': 'image/png' }
    const put = await fetch(api(`/object/users/${rider.id}/license-odd`), {
      method: 'POST',
      headers: headers(odd),
      body: png
    })
    expect(put.status).toBeLessThan(500)
    expect((await visitor.storage.from('users').list('')).data ?? []).toEqual([])
  })
})
