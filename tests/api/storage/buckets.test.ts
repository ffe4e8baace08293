import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api, expectRefusal, makeBucket, putText, service, serviceHeaders, visitor } from './world.ts'

describe('buckets', () => {
  it('are those of the migrations', async () => {
    const { data } = await service.storage.listBuckets()
    expect(data?.map(({ id }) => id)).toEqual(expect.arrayContaining(['bookings', 'cartypes', 'regions', 'users']))
    expect(data?.find(({ id }) => id === 'cartypes')).toMatchObject({ public: true, file_size_limit: 5242880 })
  })

  it('can be created, read, changed, emptied and deleted by the service', async () => {
    const id = `test-${randomUUID()}`
    const options = { public: true, fileSizeLimit: '1MB', allowedMimeTypes: ['image/*'] }
    expect((await service.storage.createBucket(id, options)).data).toEqual({ name: id })
    expect((await service.storage.getBucket(id)).data).toMatchObject({
      id,
      name: id,
      public: true,
      file_size_limit: 1_000_000,
      allowed_mime_types: ['image/*'],
      created_at: expect.any(String)
    })
    const changes = { public: false, fileSizeLimit: 2000, allowedMimeTypes: null }
    expect((await service.storage.updateBucket(id, changes)).data).toEqual({ message: 'Successfully updated' })
    expect((await service.storage.getBucket(id)).data).toMatchObject({
      public: false,
      file_size_limit: 2000,
      allowed_mime_types: null
    })
    await putText(id, 'a.txt')
    expectRefusal((await service.storage.deleteBucket(id)).error, '409', 'not empty')
    expect((await service.storage.emptyBucket(id)).error).toBeNull()
    await expect.poll(async () => (await service.storage.from(id).list()).data).toEqual([])
    expect((await service.storage.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' })
    expectRefusal((await service.storage.getBucket(id)).error, '404', 'Bucket not found')
  })

  it('keep properties that an update does not name', async () => {
    const id = await makeBucket({ fileSizeLimit: 1234, allowedMimeTypes: ['text/plain'] })
    await service.storage.updateBucket(id, { public: true })
    expect((await service.storage.getBucket(id)).data).toMatchObject({
      public: true,
      file_size_limit: 1234,
      allowed_mime_types: ['text/plain']
    })
  })

  it('are listed in pages, in order, by search', async () => {
    const id = await makeBucket()
    const { data } = await service.storage.listBuckets({ search: id.slice(5, 20) })
    expect(data?.map((bucket) => bucket.id)).toEqual([id])
    const options = { limit: 2, offset: 1, sortColumn: 'id', sortOrder: 'desc' } as const
    const all = (await service.storage.listBuckets({ sortColumn: 'id', sortOrder: 'desc' })).data?.map((b) => b.id)
    expect((await service.storage.listBuckets(options)).data?.map((b) => b.id)).toEqual(all?.slice(1, 3))
  })

  it('cannot be created twice, with an invalid name, or above the global limit', async () => {
    const id = await makeBucket()
    expectRefusal((await service.storage.createBucket(id)).error, '409', 'already exists')
    for (const name of ['a/b', 'ü', '']) {
      expect((await service.storage.createBucket(name)).error?.message, name).toBeTruthy()
    }
    const huge = await service.storage.createBucket(`test-${randomUUID()}`, { public: false, fileSizeLimit: '500GB' })
    expectRefusal(huge.error, '413', 'exceeded the maximum allowed size')
    const odd = await service.storage.createBucket(`test-${randomUUID()}`, { public: false, fileSizeLimit: 'much' })
    expect(odd.error).not.toBeNull()
  })

  it('are closed to visitors', async () => {
    const id = await makeBucket({ public: true })
    expect((await visitor.storage.listBuckets()).data).toEqual([])
    expectRefusal((await visitor.storage.getBucket(id)).error, '404', 'Bucket not found')
    expectRefusal((await visitor.storage.createBucket('mine')).error, '403', 'row-level security')
    expect((await visitor.storage.updateBucket(id, { public: false })).error).not.toBeNull()
    expect((await visitor.storage.deleteBucket(id)).error).not.toBeNull()
    expect((await visitor.storage.emptyBucket(id)).error).not.toBeNull()
    expect((await service.storage.getBucket(id)).data?.public).toBe(true)
  })

  // Spec 8.49
  it('refuse with the same texts and status codes as Supabase', async () => {
    const missing = await fetch(api('/bucket/none-such'), { headers: serviceHeaders })
    expect(missing.status).toBe(400)
    expect(await missing.json()).toMatchObject({
      statusCode: '404',
      error: 'Bucket not found',
      message: 'Bucket not found'
    })
    const keyless = await fetch(api('/bucket'))
    expect(keyless.ok).toBe(false)
    const forged = await fetch(api('/bucket'), { headers: { ...serviceHeaders, authorization: 'Bearer a.b.c' } })
    expect(forged.ok).toBe(false)
  })
})
