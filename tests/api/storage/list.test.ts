import { beforeAll, describe, expect, it } from 'vitest'
import { makeBucket, putText, service, visitor } from './world.ts'

let bucket: string
const list = (path?: string, options?: object) => service.storage.from(bucket).list(path, options)
const names = async (path?: string, options?: object) => (await list(path, options)).data?.map(({ name }) => name)

beforeAll(async () => {
  bucket = await makeBucket()
  for (const path of ['b.txt', 'a.txt', 'c.txt', 'folder/one.txt', 'folder/two.txt', 'folder/deep/three.txt']) {
    await putText(bucket, path)
  }
  for (const path of ['100%/x.txt', '100_/y.txt', 'under_score.txt']) {
    if (/^[\w/.]+$/.test(path)) await putText(bucket, path)
  }
})

describe('listing', () => {
  it('shows folders and objects in the order of their names, one level at a time', async () => {
    const { data } = await list()
    expect(data?.map(({ name }) => name)).toEqual(['100_', 'a.txt', 'b.txt', 'c.txt', 'folder', 'under_score.txt'])
    expect(data?.[4]).toEqual({
      name: 'folder',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null
    })
    expect(data?.[1]).toMatchObject({
      name: 'a.txt',
      id: expect.any(String),
      created_at: expect.any(String),
      metadata: { size: 5, mimetype: 'text/plain', eTag: expect.any(String), cacheControl: expect.any(String) }
    })
    expect(await names('folder')).toEqual(['deep', 'one.txt', 'two.txt'])
    expect(await names('folder/')).toEqual(['deep', 'one.txt', 'two.txt'])
    expect(await names('folder/deep')).toEqual(['three.txt'])
    expect(await names('none')).toEqual([])
    expect(await names('fold')).toEqual([])
  })

  it('returns pages', async () => {
    const all = await names()
    expect(await names('', { limit: 2 })).toEqual(all?.slice(0, 2))
    expect(await names('', { limit: 2, offset: 3 })).toEqual(all?.slice(3, 5))
    expect(await names('', { offset: 100 })).toEqual([])
    expect(await names('', { limit: 1000 })).toEqual(all)
  })

  it('sorts by name and time, in both directions', async () => {
    const files = (entries?: string[]) => entries?.filter((name) => /^[abc]\.txt$/.test(name))
    expect(files(await names('', { sortBy: { column: 'name', order: 'desc' } }))).toEqual(['c.txt', 'b.txt', 'a.txt'])
    const byTime = { sortBy: { column: 'created_at', order: 'asc' } }
    expect(files(await names('', byTime))).toEqual(['b.txt', 'a.txt', 'c.txt'])
    expect((await list('', { sortBy: { column: 'owner; drop table x' } })).error?.message).toMatch('allowed values')
  })

  it('searches by the beginning of a name, and takes it literally', async () => {
    expect(await names('', { search: 'A.' })).toEqual(['a.txt'])
    expect(await names('folder', { search: 't' })).toEqual(['two.txt'])
    expect(await names('', { search: '%' })).toEqual([])
    expect(await names('', { search: 'under_' })).toEqual(['under_score.txt'])
    expect(await names('', { search: '_nder' })).toEqual([])
  })

  it('shows a visitor nothing', async () => {
    expect((await visitor.storage.from(bucket).list()).data).toEqual([])
  })
})
