import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { isEmbedded } from '../../support/worker.ts'
import {
  api,
  bytes,
  expectRefusal,
  makeBucket,
  png,
  putText,
  service,
  serviceHeaders,
  textOf,
  visitor
} from './world.ts'

let bucket: string
let open: string
const files = () => service.storage.from(bucket)
type UploadBody = Parameters<ReturnType<typeof files>['upload']>[1]

beforeAll(async () => {
  bucket = await makeBucket()
  open = await makeBucket({ public: true })
})

describe('uploads', () => {
  function form(): FormData {
    const data = new FormData()
    data.append('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt')
    return data
  }
  const encode = () => new TextEncoder().encode('hello')
  const kinds: [string, () => UploadBody][] = [
    ['Blob', () => new Blob(['hello'], { type: 'text/plain' })],
    ['File', () => new File(['hello'], 'hello.txt', { type: 'text/plain' })],
    ['FormData', form],
    ['ArrayBuffer', () => encode().buffer],
    ['Uint8Array', encode],
    ['Buffer', () => Buffer.from('hello')],
    ['string', () => 'hello'],
    ['ReadableStream', () => new Blob(['hello']).stream()],
    ['Node stream', () => Readable.from([Buffer.from('hel'), Buffer.from('lo')])]
  ]
  it.each(kinds)('accept a %s', async (kind, make) => {
    const path = `kinds/${kind}.txt`
    const options = { contentType: 'text/plain', cacheControl: '60', metadata: { by: 'ann' } }
    const { data, error } = await files().upload(path, make(), options)
    expect(error).toBeNull()
    expect(data).toEqual({ path, fullPath: `${bucket}/${path}`, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(await textOf(bucket, path)).toBe('hello')
    expect((await files().info(path)).data).toMatchObject({
      size: 5,
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      metadata: { by: 'ann' }
    })
  })

  it('keep every byte of large files, and of empty ones', async () => {
    const content = bytes(7_000_003)
    expect((await files().upload('large', content, { contentType: 'application/octet-stream' })).error).toBeNull()
    const { data } = await files().download('large')
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(Buffer.from(content))).toBe(true)
    expect((await files().upload('empty', '')).error).toBeNull()
    expect(await textOf(bucket, 'empty')).toBe('')
  })

  it('replace an object only on request', async () => {
    await putText(bucket, 'once.txt', 'one')
    expectRefusal((await files().upload('once.txt', 'two')).error, '409', 'The resource already exists')
    expect(await textOf(bucket, 'once.txt')).toBe('one')
    expect((await files().upload('once.txt', 'two', { upsert: true })).error).toBeNull()
    expect(await textOf(bucket, 'once.txt')).toBe('two')
    expect((await files().update('once.txt', 'three')).error).toBeNull()
    expect(await textOf(bucket, 'once.txt')).toBe('three')
  })

  it('replace atomically: a reader never gets a mixture', async () => {
    const texts = Array.from({ length: 6 }, (_, index) => String(index).repeat(200_000))
    await putText(bucket, 'race.txt', texts[0])
    const writers = texts.map((text) => files().upload('race.txt', text, { upsert: true }))
    const readers = Array.from({ length: 12 }, () => textOf(bucket, 'race.txt'))
    // A reader of Storage may find the former bytes gone; the stack reads again.
    for (const text of await Promise.all(readers)) if (text !== null || isEmbedded) expect(texts).toContain(text)
    for (const { error } of await Promise.all(writers)) expect(error).toBeNull()
    expect(texts).toContain(await textOf(bucket, 'race.txt'))
  })

  it('respect the size and types of the bucket', async () => {
    const small = await makeBucket({ fileSizeLimit: 1000, allowedMimeTypes: ['image/png', 'text/*'] })
    const from = service.storage.from(small)
    expect((await from.upload('a.png', png, { contentType: 'image/png' })).error).toBeNull()
    expect((await from.upload('a.txt', 'x'.repeat(1000), { contentType: 'text/plain;charset=utf-8' })).error).toBeNull()
    for (const body of ['x'.repeat(1001), new Blob(['x'.repeat(1001)], { type: 'text/plain' })]) {
      const { error } = await from.upload('b.txt', body, { contentType: 'text/plain' })
      expectRefusal(error, '413', 'The object exceeded the maximum allowed size')
    }
    const { error } = await from.upload('a.gif', 'GIF89a', { contentType: 'image/gif' })
    expectRefusal(error, '415', 'mime type image/gif is not supported')
    expect((await from.list()).data?.map(({ name }) => name)).toEqual(['a.png', 'a.txt'])
  })

  it('respect the global size limit, and report it instead of breaking off', async () => {
    const body = new Uint8Array(51 * 1024 * 1024)
    const { error } = await files().upload('huge', body, { contentType: 'application/octet-stream' })
    expectRefusal(error, '413', 'exceeded the maximum allowed size')
    const blob = await files().upload('huge', new Blob([body]))
    expectRefusal(blob.error, '413', 'exceeded the maximum allowed size')
    expect((await files().exists('huge')).data).toBe(false)
  })

  it('with invalid names or into unknown buckets are refused', async () => {
    for (const name of ['ü.txt', 'a[b', 'a{b}']) {
      expectRefusal((await files().upload(name, 'x')).error, '400', /Invalid key|Invalid/)
    }
    expectRefusal((await service.storage.from('none-such').upload('a', 'x')).error, '404', 'Bucket not found')
  })

  it('never leave their bucket', async () => {
    for (const name of ['..%2f..%2fescape', '%2e%2e%2f%2e%2e%2fescape', 'a%2f..%2f..%2fescape', '..%5cescape', '%00']) {
      const response = await fetch(api(`/object/${bucket}/${name}`), {
        method: 'POST',
        headers: { ...serviceHeaders, 'content-type': 'text/plain' },
        body: 'x'
      })
      expect(response.ok, name).toBe(false)
      const read = await fetch(api(`/object/authenticated/${bucket}/${name}`), { headers: serviceHeaders })
      expect(read.ok, name).toBe(false)
    }
    expect((await files().move('once.txt', '../once.txt')).error).not.toBeNull()
    expect((await files().copy('once.txt', 'a/../../once.txt')).error).not.toBeNull()
  })

  it('are refused to visitors, with the message of row security', async () => {
    for (const name of [bucket, open]) {
      const { error } = await visitor.storage.from(name).upload('visitor.txt', 'x')
      expectRefusal(error, '403', 'new row violates row-level security policy')
    }
  })
})

describe('move, copy, remove', () => {
  it('moves within a bucket and between two', async () => {
    await putText(bucket, 'move/a.txt', 'moved')
    expect((await files().move('move/a.txt', 'move/b.txt')).data?.message).toBe('Successfully moved')
    expect([await textOf(bucket, 'move/a.txt'), await textOf(bucket, 'move/b.txt')]).toEqual([null, 'moved'])
    expect((await files().move('move/b.txt', 'c.txt', { destinationBucket: open })).error).toBeNull()
    expect([await textOf(bucket, 'move/b.txt'), await textOf(open, 'c.txt')]).toEqual([null, 'moved'])
  })

  it('copies within a bucket and between two, and both copies are independent', async () => {
    const options = { contentType: 'text/plain', metadata: { by: 'ann' } }
    await files().upload('copy/a.txt', 'copied', options)
    expect((await files().copy('copy/a.txt', 'copy/b.txt')).data).toEqual({ path: `${bucket}/copy/b.txt` })
    expect((await files().copy('copy/a.txt', 'd.txt', { destinationBucket: open })).error).toBeNull()
    await files().remove(['copy/a.txt'])
    expect(await textOf(bucket, 'copy/b.txt')).toBe('copied')
    expect(await textOf(open, 'd.txt')).toBe('copied')
    expect((await files().info('copy/b.txt')).data).toMatchObject({
      contentType: 'text/plain',
      metadata: { by: 'ann' }
    })
  })

  it('neither moves nor copies onto another object, nor a missing one', async () => {
    await putText(bucket, 'x/1.txt')
    await putText(bucket, 'x/2.txt')
    expectRefusal((await files().move('x/1.txt', 'x/2.txt')).error, '409', 'already exists')
    expectRefusal((await files().copy('x/1.txt', 'x/2.txt')).error, '409', 'already exists')
    expectRefusal((await files().move('x/none', 'x/3.txt')).error, '404', 'Object not found')
    expectRefusal((await files().copy('x/none', 'x/3.txt')).error, '404', 'Object not found')
    expect((await files().move('x/1.txt', 'y', { destinationBucket: 'none-such' })).error).not.toBeNull()
    expect((await visitor.storage.from(bucket).move('x/1.txt', 'y')).error).not.toBeNull()
    expect((await visitor.storage.from(bucket).copy('x/1.txt', 'y')).error).not.toBeNull()
  })

  it('removes existing objects and ignores the others', async () => {
    await putText(bucket, 'r/1.txt')
    await putText(bucket, 'r/2.txt')
    const { data } = await files().remove(['r/1.txt', 'r/2.txt', 'r/3.txt'])
    expect(data?.map(({ name }) => name).sort()).toEqual(['r/1.txt', 'r/2.txt'])
    expect((await files().download('r/1.txt')).error).not.toBeNull()
    await putText(bucket, 'r/4.txt')
    expect((await visitor.storage.from(bucket).remove(['r/4.txt'])).data).toEqual([])
    expect(await textOf(bucket, 'r/4.txt')).toBe('r/4.txt')
    expect((await files().remove([])).error).not.toBeNull()
  })
})

describe('info and exists', () => {
  it('describe existing objects', async () => {
    await putText(bucket, 'info.txt', 'hello')
    expect((await files().info('info.txt')).data).toMatchObject({
      name: 'info.txt',
      size: 5,
      contentType: 'text/plain',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      lastModified: expect.any(String),
      createdAt: expect.any(String)
    })
    expect((await files().exists('info.txt')).data).toBe(true)
    expect((await files().exists('none.txt')).data).toBe(false)
    expectRefusal((await files().info('none.txt')).error, '404', 'Object not found')
    expect((await visitor.storage.from(bucket).exists('info.txt')).data).toBe(false)
  })
})
