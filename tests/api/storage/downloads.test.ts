import { beforeAll, describe, expect, it } from 'vitest'
import { api, expectRefusal, makeBucket, service, serviceHeaders, textOf, visitor } from './world.ts'

let open: string
let closed: string
const text = '0123456789'
const options = { contentType: 'text/plain', cacheControl: '120' }

beforeAll(async () => {
  open = await makeBucket({ public: true })
  closed = await makeBucket()
  for (const bucket of [open, closed]) await service.storage.from(bucket).upload('d/ten.txt', text, options)
})

const publicUrl = () => visitor.storage.from(open).getPublicUrl('d/ten.txt').data.publicUrl
const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(publicUrl(), { method, headers })

describe('public downloads', () => {
  it('need no key', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(text)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'cache-control': expect.stringContaining('max-age=120'),
      etag: expect.stringMatching(/"[0-9a-f]{32}"/),
      'last-modified': expect.any(String),
      'accept-ranges': 'bytes'
    })
    const head = await get({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  })

  it('are saved under a name on request', async () => {
    const { data } = visitor.storage.from(open).getPublicUrl('d/ten.txt', { download: 'zehn ü.txt' })
    const { headers } = await fetch(data.publicUrl)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename=zehn%20%C3%BC.txt; filename*=UTF-8''zehn%20%C3%BC.txt`
    )
    const plain = visitor.storage.from(open).getPublicUrl('d/ten.txt', { download: true }).data.publicUrl
    expect((await fetch(plain)).headers.get('content-disposition')).toBe('attachment;')
  })

  it('are refused for private buckets and missing objects', async () => {
    for (const path of [`${closed}/d/ten.txt`, `${open}/none`, 'none-such/x']) {
      const response = await fetch(api(`/object/public/${path}`))
      expect(response.status, path).toBe(400)
      expect(await response.json()).toMatchObject({ statusCode: '404', message: expect.stringMatching(/not found/) })
    }
  })

  it('are never served as pages that a browser would run', async () => {
    await service.storage.from(open).upload('page.html', '<script>1</script>', { contentType: 'text/html' })
    const response = await fetch(visitor.storage.from(open).getPublicUrl('page.html').data.publicUrl)
    expect(response.headers.get('content-type')).toMatch('text/plain')
  })
})

describe('ranges and conditional requests', () => {
  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10']
  ])('sends %s', async (range, expected, contentRange) => {
    const response = await get({ range })
    expect([response.status, await response.text()]).toEqual([206, expected])
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(expected.length))
  })

  it('beyond the end are refused', async () => {
    const response = await get({ range: 'bytes=10-' })
    expect([400, 416]).toContain(response.status)
    await response.body?.cancel()
  })

  it('get a 304 if the client has the object already', async () => {
    const first = await get()
    await first.text()
    const eTag = first.headers.get('etag') ?? ''
    const known = await get({ 'if-none-match': eTag })
    expect([known.status, await known.text()]).toEqual([304, ''])
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('get a new ETag for new bytes', async () => {
    const from = service.storage.from(open)
    await from.upload('tag.txt', 'one')
    const one = (await from.info('tag.txt')).data?.etag
    await from.update('tag.txt', 'two')
    const two = (await from.info('tag.txt')).data?.etag
    await from.update('tag.txt', 'one')
    expect(two).not.toBe(one)
    expect((await from.info('tag.txt')).data?.etag).toBe(one)
  })
})

describe('downloads with a token', () => {
  it('follow the policies', async () => {
    expect(await textOf(closed, 'd/ten.txt')).toBe(text)
    expectRefusal((await visitor.storage.from(closed).download('d/ten.txt')).error, '404', 'Object not found')
    expect(await textOf(open, 'd/ten.txt', visitor)).toBe(text)
    const long = await fetch(api(`/object/authenticated/${closed}/d/ten.txt`), { headers: serviceHeaders })
    expect(await long.text()).toBe(text)
    expect((await fetch(api(`/object/${closed}/d/ten.txt`))).ok).toBe(false)
  })

  it('can be read as a stream', async () => {
    const { data } = await service.storage.from(closed).download('d/ten.txt').asStream()
    expect(await new Response(data).text()).toBe(text)
  })
})

describe('signed downloads', () => {
  it('need no key, and expire', async () => {
    const { data } = await service.storage.from(closed).createSignedUrl('d/ten.txt', 2)
    const url = data?.signedUrl ?? ''
    const response = await fetch(url)
    expect(await response.text()).toBe(text)
    expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(Date.now() - 1000)
    expect((await fetch(url, { headers: { range: 'bytes=1-2' } })).status).toBe(206)
    await expect.poll(async () => (await fetch(url)).ok, { timeout: 6000, interval: 500 }).toBe(false)
    expect(await (await fetch(url)).json()).toMatchObject({ error: 'InvalidJWT', statusCode: '400' })
  })

  it('are valid for one object', async () => {
    await service.storage.from(closed).upload('other.txt', 'other')
    const { data } = await service.storage.from(closed).createSignedUrl('d/ten.txt', 60, { download: 'x.txt' })
    const url = data?.signedUrl ?? ''
    expect((await fetch(url)).headers.get('content-disposition')).toMatch('x.txt')
    expect((await fetch(url.replace('d/ten.txt', 'other.txt'))).ok).toBe(false)
    expect((await fetch(`${url.split('&')[0]}x`)).ok).toBe(false)
    const token = new URL(url).searchParams.get('token') ?? ''
    const asUpload = await visitor.storage.from(closed).uploadToSignedUrl('d/ten.txt', token, 'x', { upsert: true })
    expect(asUpload.error).not.toBeNull()
    const asUser = await fetch(api('/bucket'), { headers: { ...serviceHeaders, authorization: `Bearer ${token}` } })
    // Storage takes the token for that of a visitor, who sees no bucket.
    expect(asUser.ok ? await asUser.json() : []).toEqual([])
  })

  it('are created many at a time, each with its own result', async () => {
    const { data } = await service.storage.from(closed).createSignedUrls(['d/ten.txt', 'none.txt'], 60)
    expect(data?.[1]).toMatchObject({
      path: 'none.txt',
      signedUrl: null,
      error: expect.stringMatching(/does not exist/)
    })
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe(text)
  })

  it('can be created only by people who may read the object', async () => {
    const { error } = await visitor.storage.from(closed).createSignedUrl('d/ten.txt', 60)
    expectRefusal(error, '404', 'Object not found')
    const many = await visitor.storage.from(closed).createSignedUrls(['d/ten.txt'], 60)
    expect(many.data?.[0]?.signedUrl ?? null).toBeNull()
  })
})

describe('signed uploads', () => {
  it('store one object without a key, once', async () => {
    const { data } = await service.storage.from(closed).createSignedUploadUrl('up/a.txt')
    const { token = '', path = '' } = data ?? {}
    const from = visitor.storage.from(closed)
    expect((await from.uploadToSignedUrl('up/b.txt', token, 'x')).error).not.toBeNull()
    expect((await from.uploadToSignedUrl(path, `${token}x`, 'x')).error).not.toBeNull()
    const done = await from.uploadToSignedUrl(path, token, new Blob(['signed'], { type: 'text/plain' }))
    expect(done.error).toBeNull()
    expect(await textOf(closed, 'up/a.txt')).toBe('signed')
    expectRefusal((await from.uploadToSignedUrl(path, token, 'again')).error, '409', 'already exists')
  })

  it('replace an object if the signer allowed it', async () => {
    const { data } = await service.storage.from(closed).createSignedUploadUrl('up/a.txt', { upsert: true })
    const from = visitor.storage.from(closed)
    expect((await from.uploadToSignedUrl('up/a.txt', data?.token ?? '', 'new')).error).toBeNull()
    expect(await textOf(closed, 'up/a.txt')).toBe('new')
  })

  it('can be created only by people who may upload', async () => {
    expectRefusal((await service.storage.from(closed).createSignedUploadUrl('up/a.txt')).error, '409', 'already exists')
    const { error } = await visitor.storage.from(closed).createSignedUploadUrl('up/c.txt')
    expectRefusal(error, '403', 'row-level security')
  })
})
