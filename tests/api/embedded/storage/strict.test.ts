/** Where the stack's storage is stricter than Supabase Storage, or answers what Storage leaves to its backend. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { api, bytes, expectRefusal, makeBucket, putText, service, serviceHeaders } from '../../storage/world.ts'

let bucket: string
const files = () => service.storage.from(bucket)

beforeAll(async () => {
  bucket = await makeBucket({ public: true })
})

describe('uploads', () => {
  // Storage stores all six, the last wins.
  it('of the same new name succeed for one of many simultaneous requests', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, index) => files().upload('first', String(index))))
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1)
    for (const { error } of outcomes) if (error) expectRefusal(error, '409', 'already exists')
  })

  // Storage compares only a `content-length` with the limit.
  it('without a length respect the size of the bucket', async () => {
    const from = service.storage.from(await makeBucket({ fileSizeLimit: 1000 }))
    const stream = new Blob(['x'.repeat(5000)]).stream()
    const { error } = await from.upload('b.txt', stream, { contentType: 'text/plain' })
    expectRefusal(error, '413', 'The object exceeded the maximum allowed size')
    expect((await from.list()).data).toEqual([])
  })

  // Storage leaves the length of a name to its backend.
  it('with a name of more than 1,024 characters are refused', async () => {
    expectRefusal((await files().upload('x'.repeat(1100), 'x')).error, '400', /Invalid key|Invalid/)
  })
})

describe('requests', () => {
  it('that do not end are cut off', async () => {
    const body = JSON.stringify({ prefixes: ['x'.repeat(3_000_000)] })
    const headers = { ...serviceHeaders, 'content-type': 'application/json' }
    const response = await fetch(api(`/object/${bucket}`), { method: 'DELETE', headers, body })
    expect(response.ok).toBe(false)
    await response.body?.cancel()
  })

  // Spec 5.35, 9.34
  it('for a page of less than one or more than a thousand objects are refused with a clear message', async () => {
    const list = (options: object) => files().list('', options)
    expectRefusal((await list({ limit: 0 })).error, '400', 'limit must be >= 1')
    expectRefusal((await list({ limit: -5 })).error, '400', 'limit must be >= 1')
    expectRefusal((await list({ limit: 1001 })).error, '400', 'limit must be <= 1000')
    expectRefusal((await list({ limit: 1.5 })).error, '400', 'limit must be integer')
    expectRefusal((await list({ offset: -1 })).error, '400', 'offset must be >= 0')
  })

  it('for an object that has not changed since a time get a 304', async () => {
    await putText(bucket, 'since.txt')
    const get = (headers: Record<string, string> = {}) => fetch(api(`/object/public/${bucket}/since.txt`), { headers })
    const modified = (await get()).headers.get('last-modified') ?? ''
    expect((await get({ 'if-modified-since': modified })).status).toBe(304)
    expect((await get({ 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).status).toBe(200)
  })

  it('for a transformed image are refused with the reason', async () => {
    await putText(bucket, 'image')
    const { error } = await files().download('image', { transform: { width: 10, height: 10 } })
    expectRefusal(error, '403', /transformations are not enabled/)
  })

  it('for a bucket with an unreadable size are refused with examples', async () => {
    const odd = await service.storage.createBucket(`test-${randomUUID()}`, { public: false, fileSizeLimit: 'much' })
    expect(odd.error?.message).toMatch('Invalid file size format')
  })
})

describe('resumable uploads', () => {
  const encode = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',')
  const create = (objectName: string, more: Record<string, string> = {}) =>
    fetch(api('/upload/resumable'), {
      method: 'POST',
      headers: {
        ...serviceHeaders,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': encode({ bucketName: bucket, objectName }),
        ...more
      }
    })

  it('tell their expiry and a relative address', async () => {
    const made = await create('wire.bin')
    expect(Date.parse(made.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now())
    expect(made.headers.get('location')).toMatch(/^\/storage\/v1\/upload\/resumable\/[\w-]+$/)
  })

  it('of another protocol or without a number are refused with their own status', async () => {
    expect((await create('x', { 'tus-resumable': '0.2.2' })).status).toBe(412)
    expect((await create('x', { 'upload-length': 'ten' })).status).toBe(400)
    const made = Buffer.from(`${bucket}/x/${randomUUID()}`).toString('base64url')
    const head = await fetch(api(`/upload/resumable/${made}`), {
      method: 'HEAD',
      headers: { ...serviceHeaders, 'tus-resumable': '1.0.0' }
    })
    expect(head.status).toBe(404)
  })

  it('send their bytes at the offset that they told', async () => {
    const url = new URL((await create('whole.bin')).headers.get('location') ?? '', api('/')).href
    const headers = { ...serviceHeaders, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
    const sent = await fetch(url, { method: 'PATCH', headers: { ...headers, 'upload-offset': '0' }, body: bytes(10) })
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '10'])
  })
})
