import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject } from '../testing/project.ts'
import { createCache, hashProject } from './cache.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hackney-cache-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('a snapshot is restored by its hash, and the last four used are kept', async () => {
  const source = join(folder, 'source')
  await mkdir(join(source, 'base'), { recursive: true })
  const snapshots = join(folder, 'snapshots')
  for (const [age, hash] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    await writeFile(join(source, 'base/1'), hash)
    await createCache(snapshots, hash).save(source)
    await utimes(join(snapshots, hash), age, age)
  }
  const target = join(folder, 'target')
  expect(await createCache(snapshots, 'nothing').restore(target)).toBe(false)
  expect(await createCache(snapshots, 'b').restore(target)).toBe(true)
  expect(await readFile(join(target, 'base/1'), 'utf8')).toBe('b')
  await createCache(snapshots, 'f').save(source)
  expect((await readdir(snapshots)).sort()).toEqual(['b', 'd', 'e', 'f'])
})

it.each<[string, (snapshot: string) => Promise<void>]>([
  ['a file is cut short', (snapshot) => truncate(join(snapshot, 'data/base/1'), 1)],
  ['a file is missing', (snapshot) => rm(join(snapshot, 'data/base/1'))],
  ['a file is more', (snapshot) => writeFile(join(snapshot, 'data/base/2'), '')],
  ['its list is missing', (snapshot) => rm(join(snapshot, 'sizes.json'))],
  ['its list is no list', (snapshot) => writeFile(join(snapshot, 'sizes.json'), 'nonsense')]
])('an incomplete snapshot is removed: %s', async (_, damage) => {
  const source = join(folder, 'whole')
  await mkdir(join(source, 'base'), { recursive: true })
  await writeFile(join(source, 'base/1'), 'content')
  const snapshots = join(folder, 'damaged')
  const cache = createCache(snapshots, 'a')
  await cache.save(source)
  await damage(join(snapshots, 'a'))
  expect(await cache.restore(join(folder, 'none'))).toBe(false)
  expect(await readdir(snapshots)).toEqual([])
  expect(await readdir(folder)).not.toContain('none')
})

it('two processes can save one snapshot at the same time, and the leftovers of a killed one are removed', async () => {
  const source = join(folder, 'twice')
  await mkdir(source)
  await writeFile(join(source, '1'), 'content')
  const snapshots = join(folder, 'two')
  // Often, so that one finds a leftover that the other is removing.
  for (let round = 0; round < 20; round++) {
    await rm(join(snapshots, 'a'), { recursive: true, force: true })
    for (const name of ['.b-1', '.b-2', '.b-3']) {
      await mkdir(join(snapshots, name), { recursive: true })
      await utimes(join(snapshots, name), 0, 0)
    }
    await Promise.all([1, 2, 3].map(() => createCache(snapshots, 'a').save(source)))
    expect(await readdir(snapshots)).toEqual(['a'])
  }
  expect(await createCache(snapshots, 'a').restore(join(folder, 'one of two'))).toBe(true)
})

it('the hash covers everything that determines a new database’s content', async () => {
  const project = await createProject({ '20260101000000_t.sql': 'select 1;' }, 'select 2;')
  const hash = () => hashProject(project.root, 'base', 'bootstrap')
  const seen = [
    await hash(),
    await hashProject(project.root, 'base', 'other'),
    await hashProject(project.root, 'x', 'bootstrap')
  ]
  await project.write('supabase/seed.sql', 'select 3;')
  seen.push(await hash())
  await project.write('supabase/migrations/20260101000000_t.sql', 'select 4;')
  seen.push(await hash())
  expect(new Set(seen).size).toBe(seen.length)
  expect(await hash()).toBe(seen.at(-1))
  await project.remove()
})
