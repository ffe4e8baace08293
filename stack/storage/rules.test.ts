import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocks } from './locks.ts'
import { checkMimeType, checkName, readFileSizeLimit, readMimeTypes, readSizeLimit } from './rules.ts'

describe('names', () => {
  it.each(['a', 'a/b.png', `it's (1) & co; =:+,?$@!*.txt`, '...', 'a..b'])('may be %s', (name) => {
    expect(checkName(name)).toBe(name)
  })
  it.each(['', '/a', 'a//b', '.', '..', 'a/../b', '../a', 'a/.', 'ü', 'a\\b', 'a\0', 'a\nb', 'a'.repeat(1025)])(
    'may not be %j',
    (name) => {
      expect(() => checkName(name)).toThrow('Invalid key')
    }
  )
})

describe('types', () => {
  it('match by name, by family and without parameters', () => {
    for (const type of ['image/png', 'IMAGE/PNG', 'image/png; charset=x', 'text/plain']) {
      expect(() => checkMimeType(type, ['image/png', 'text/*'])).not.toThrow()
    }
    for (const type of ['image/gif', 'png', '', 'textual/plain']) {
      expect(() => checkMimeType(type, ['image/png', 'text/*'])).toThrow('is not supported')
    }
    expect(() => checkMimeType('x/y', null)).not.toThrow()
    expect(() => checkMimeType('x/y', [])).not.toThrow()
  })
  it('are stored once each, without meaningless ones', () => {
    expect(readMimeTypes([' Text/Plain; charset=x', 'text/plain', 'image/*'])).toEqual(['text/plain', 'image/*'])
    for (const type of ['*/*', 'image', 'image/p*', 'a/b/c']) expect(() => readMimeTypes([type])).toThrow()
  })
})

describe('sizes', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hackney-rules-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('of buckets are decimal and stay below the global limit', () => {
    expect([readSizeLimit('1.5MB', 1e9), readSizeLimit(12, 1e9), readSizeLimit(null, 1e9)]).toEqual([1.5e6, 12, null])
    expect(() => readSizeLimit('2GB', 1e9)).toThrow('exceeded the maximum')
    for (const value of ['much', -1, '1TB', {}]) expect(() => readSizeLimit(value, 1e9)).toThrow('Invalid file size')
  })

  it.each([
    ['"50MiB"', 50 * 1024 ** 2],
    ['"1GB"', 1024 ** 3],
    ['"500kb"', 500 * 1024],
    ['1000', 1000],
    ['"env(LIMIT)"', 2 * 1024 ** 2]
  ])('of the global limit are read from config.toml: %s', async (value, expected) => {
    const file = join(folder, 'config.toml')
    await writeFile(file, `[storage]\nfile_size_limit = ${value}\n`)
    expect(await readFileSizeLimit(file, { LIMIT: '2MB' })).toBe(expected)
  })

  it('of the global limit are 50 MiB by default, and invalid ones are reported', async () => {
    expect(await readFileSizeLimit(join(folder, 'none.toml'))).toBe(50 * 1024 ** 2)
    const file = join(folder, 'config.toml')
    await writeFile(file, '[storage]\nfile_size_limit = "much"\n')
    await expect(readFileSizeLimit(file)).rejects.toMatchObject({ name: 'Failure', message: /file_size_limit/ })
  })
})

describe('locks', () => {
  it('pass from one to the next, asking the holder to stop', async () => {
    const exclusive = createLocks()
    const order: string[] = []
    const first = exclusive('a', async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      order.push('first')
    })
    const other = exclusive('b', async () => order.push('other'))
    const second = exclusive('a', async () => order.push('second'))
    await Promise.all([first, other, second])
    expect(order).toEqual(['other', 'first', 'second'])
  })

  it('report a holder that does not stop', { timeout: 10_000 }, async () => {
    const exclusive = createLocks()
    let end = (): void => undefined
    const first = exclusive('a', () => new Promise<void>((resolve) => (end = resolve)))
    await expect(exclusive('a', async () => undefined)).rejects.toMatchObject({ status: 423 })
    end()
    await first
  })
})
