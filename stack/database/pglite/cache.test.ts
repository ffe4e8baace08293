import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject } from '../../testing/project.ts'
import { createCache, hashProject } from './cache.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hackney-cache-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('gives a snapshot back by its hash, and keeps the three used last', async () => {
  const source = join(folder, 'source')
  await mkdir(join(source, 'base'), { recursive: true })
  const snapshots = join(folder, 'snapshots')
  for (const [age, hash] of ['a', 'b', 'c', 'd'].entries()) {
    await writeFile(join(source, 'base/1'), hash)
    await createCache(snapshots, hash).save(source)
    await utimes(join(snapshots, hash), age, age)
  }
  const target = join(folder, 'target')
  expect(await createCache(snapshots, 'nothing').restore(target)).toBe(false)
  expect(await createCache(snapshots, 'b').restore(target)).toBe(true)
  expect(await readFile(join(target, 'base/1'), 'utf8')).toBe('b')
  await createCache(snapshots, 'e').save(source)
  expect((await readdir(snapshots)).sort()).toEqual(['b', 'd', 'e'])
})

it('hashes everything that decides what a new database holds', async () => {
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
