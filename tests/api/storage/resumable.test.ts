import { randomUUID } from 'node:crypto'
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { api, bytes, env, makeBucket, service, serviceHeaders, textOf } from './world.ts'

const endpoint = api('/upload/resumable')
const chunk = 6 * 1024 * 1024
let bucket: string

beforeAll(async () => {
  bucket = await makeBucket()
})

const metadata = (objectName: string, more: Record<string, string> = {}) => ({
  bucketName: bucket,
  objectName,
  contentType: 'application/octet-stream',
  cacheControl: '3600',
  ...more
})

const options = (objectName: string, more: Partial<UploadOptions> = {}): UploadOptions => ({
  endpoint,
  headers: serviceHeaders,
  metadata: metadata(objectName),
  chunkSize: chunk,
  uploadDataDuringCreation: true,
  removeFingerprintOnSuccess: true,
  retryDelays: null,
  ...more
})

/** Runs an upload to its end. */
function send(content: Uint8Array, given: UploadOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(Buffer.from(content), { ...given, onSuccess: () => resolve(upload), onError: reject })
    upload.start()
  })
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined

async function stored(name: string): Promise<Buffer> {
  const { data } = await service.storage.from(bucket).download(name)
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
}

const tus = (method: string, url: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
  fetch(new URL(url, endpoint), {
    method,
    headers: { ...serviceHeaders, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body } : {})
  })

const encode = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

const octets = { 'content-type': 'application/offset+octet-stream' }

async function create(name: string, size: number, headers: Record<string, string> = {}): Promise<Response> {
  return tus('POST', endpoint, {
    'upload-length': String(size),
    'upload-metadata': encode(metadata(name)),
    ...headers
  })
}

describe('resumable uploads with tus-js-client', () => {
  it('send a large file in chunks of 6 MB', async () => {
    const content = bytes(2 * chunk + 12_345)
    const progress: number[] = []
    const more = { metadata: metadata('big.bin', { metadata: '{"by":"ann"}' }) }
    const onChunkComplete = (_size: number, accepted: number) => progress.push(accepted)
    await send(content, options('big.bin', { ...more, onChunkComplete }))
    expect(progress).toEqual([chunk, 2 * chunk, content.length])
    expect((await stored('big.bin')).equals(Buffer.from(content))).toBe(true)
    expect((await service.storage.from(bucket).info('big.bin')).data).toMatchObject({
      size: content.length,
      contentType: 'application/octet-stream',
      cacheControl: 'max-age=3600',
      metadata: { by: 'ann' }
    })
  })

  // Spec 4.64
  it('pause and resume where they stopped', async () => {
    const content = bytes(2 * chunk + 777)
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(Buffer.from(content), {
        ...options('paused.bin'),
        onChunkComplete: () => upload.abort().then(() => resolve(upload.url ?? ''), reject),
        onError: reject
      })
      upload.start()
    })
    const head = await tus('HEAD', url)
    const offset = Number(head.headers.get('upload-offset'))
    expect(offset).toBeGreaterThanOrEqual(chunk)
    expect(offset).toBeLessThan(content.length)
    expect((await service.storage.from(bucket).exists('paused.bin')).data).toBe(false)
    const begun: number[] = []
    const onProgress = (sent: number) => begun.push(sent)
    await send(content, options('paused.bin', { uploadUrl: url, onProgress }))
    expect(begun[0]).toBeGreaterThanOrEqual(offset)
    expect((await stored('paused.bin')).equals(Buffer.from(content))).toBe(true)
  })

  it('accept an empty file', async () => {
    await send(new Uint8Array(), options('empty.bin'))
    expect((await service.storage.from(bucket).info('empty.bin')).data?.size).toBe(0)
  })

  it('replace an object only with x-upsert', async () => {
    await send(Buffer.from('one'), options('twice.bin'))
    const refused = await send(Buffer.from('two'), options('twice.bin')).catch((error: unknown) => error)
    expect(statusOf(refused)).toBe(409)
    const headers = { ...serviceHeaders, 'x-upsert': 'true' }
    await send(Buffer.from('three'), options('twice.bin', { headers }))
    expect(await textOf(bucket, 'twice.bin')).toBe('three')
  })

  it('respect limits of size and type, and the policies', async () => {
    const small = await makeBucket({ fileSizeLimit: 1000, allowedMimeTypes: ['image/*'] })
    const refuse = async (size: number, contentType: string, headers: Record<string, string> = serviceHeaders) =>
      statusOf(
        await send(
          bytes(size),
          options('a.png', { headers, metadata: { ...metadata('a.png', { contentType }), bucketName: small } })
        ).catch((error: unknown) => error)
      )
    expect(await refuse(1001, 'image/png')).toBe(413)
    expect(await refuse(10, 'text/plain')).toBe(415)
    const key = env.SUPABASE_PUBLISHABLE_KEY
    expect(await refuse(10, 'image/png', { apikey: key, authorization: `Bearer ${key}` })).toBe(403)
    expect(await refuse(1000, 'image/heic')).toBeUndefined()
  })

  it('work with a signed address instead of a key', async () => {
    const { data } = await service.storage.from(bucket).createSignedUploadUrl('signed.bin')
    const signed = (headers: Record<string, string>) =>
      send(bytes(5000), options('signed.bin', { endpoint: `${endpoint}/sign`, headers }))
    await expect(signed({})).rejects.toThrow()
    await expect(signed({ 'x-signature': 'a.b.c' })).rejects.toThrow()
    await signed({ 'x-signature': data?.token ?? '' })
    expect((await stored('signed.bin')).length).toBe(5000)
  })
})

describe('the protocol of resumable uploads', () => {
  it('reports the upload’s address and offset', async () => {
    const made = await create('wire.bin', 10)
    expect(made.status).toBe(201)
    expect(made.headers.get('tus-resumable')).toBe('1.0.0')
    const url = made.headers.get('location') ?? ''
    expect(new URL(url, endpoint).pathname).toMatch(/^\/storage\/v1\/upload\/resumable\/[\w-]+$/)
    const sent = await tus('PATCH', url, { ...octets, 'upload-offset': '0' }, bytes(4))
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '4'])
    const head = await tus('HEAD', url)
    expect(head.status).toBe(200)
    expect(head.headers.get('upload-offset')).toBe('4')
    expect(head.headers.get('upload-length')).toBe('10')
    expect(head.headers.get('cache-control')).toBe('no-store')
    const wrong = await tus('PATCH', url, { ...octets, 'upload-offset': '3' }, bytes(4))
    expect(wrong.status).toBe(409)
    const long = await tus('PATCH', url, { ...octets, 'upload-offset': '4' }, bytes(7))
    expect(long.status).toBeGreaterThanOrEqual(400)
    const typed = await tus('PATCH', url, { 'content-type': 'text/plain', 'upload-offset': '4' }, bytes(6))
    expect(typed.ok).toBe(false)
    expect((await service.storage.from(bucket).exists('wire.bin')).data).toBe(false)
  })

  it('ends an upload on request', async () => {
    const url = (await create('ended.bin', 10)).headers.get('location') ?? ''
    expect((await tus('DELETE', url)).status).toBe(204)
    expect([404, 410]).toContain((await tus('HEAD', url)).status)
    const late = await tus('PATCH', url, { ...octets, 'upload-offset': '0' }, bytes(10))
    expect([404, 410]).toContain(late.status)
  })

  it('refuses requests outside the protocol', async () => {
    expect((await create('x', 10, { 'tus-resumable': '0.2.2' })).ok).toBe(false)
    expect((await create('x', 10, { 'upload-metadata': '' })).status).toBeGreaterThanOrEqual(400)
    expect((await create('../x', 10)).status).toBe(400)
    expect((await create('ü', 10)).status).toBe(400)
    const nowhere = encode({ bucketName: 'none-such', objectName: 'x' })
    expect((await create('x', 10, { 'upload-metadata': nowhere })).ok).toBe(false)
    const made = Buffer.from(`${bucket}/x/${randomUUID()}`).toString('base64url')
    expect((await tus('HEAD', `${endpoint}/${made}`)).ok).toBe(false)
    const evil = Buffer.from('../../../../etc/passwd').toString('base64url')
    expect((await tus('HEAD', `${endpoint}/${evil}`)).ok).toBe(false)
  })

  it('handles one request at a time: of two with the same bytes, the result is complete', async () => {
    const url = (await create('locked.bin', 2 * chunk)).headers.get('location') ?? ''
    const content = bytes(2 * chunk)
    const part = () => tus('PATCH', url, { ...octets, 'upload-offset': '0' }, content).then(({ status }) => status)
    const statuses = await Promise.all([part(), part(), part()].map((sent) => sent.catch(() => 0)))
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(1)
    const offset = Number((await tus('HEAD', url)).headers.get('upload-offset'))
    if (offset < content.length) {
      const rest = await tus('PATCH', url, { ...octets, 'upload-offset': String(offset) }, content.slice(offset))
      expect(rest.status).toBe(204)
    }
    expect((await stored('locked.bin')).equals(Buffer.from(content))).toBe(true)
  })

  it('gives a name to the first of two uploads that completes', async () => {
    const [one, two] = await Promise.all([create('same.bin', 3), create('same.bin', 3)])
    const finish = (made: Response | undefined) =>
      tus('PATCH', made?.headers.get('location') ?? '', { ...octets, 'upload-offset': '0' }, bytes(3))
    expect((await finish(one)).status).toBe(204)
    expect((await finish(two)).status).toBe(409)
  })
})
