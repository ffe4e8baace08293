import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createProject } from '../testing/project.ts'
import { createCache, hashProject } from './cache.ts'

const quiet = createLog('text', () => {})
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
  ['a file has other bytes', (snapshot) => writeFile(join(snapshot, 'data/base/1'), 'contenT')],
  ['a file is missing', (snapshot) => rm(join(snapshot, 'data/base/1'))],
  ['a file is more', (snapshot) => writeFile(join(snapshot, 'data/base/2'), '')],
  ['its list is missing', (snapshot) => rm(join(snapshot, 'sums.json'))],
  ['its list is no list', (snapshot) => writeFile(join(snapshot, 'sums.json'), 'nonsense')]
])('a damaged snapshot is removed, and made again: %s', async (_, damage) => {
  const own = await mkdtemp(join(folder, 'damaged-'))
  const [source, snapshots] = [join(own, 'whole'), join(own, 'snapshots')]
  await mkdir(join(source, 'base'), { recursive: true })
  await writeFile(join(source, 'base/1'), 'content')
  const cache = createCache(snapshots, 'a')
  await cache.save(source)
  await damage(join(snapshots, 'a'))
  expect(await cache.restore(join(own, 'none'))).toBe(false)
  expect(await readdir(snapshots)).toEqual([])
  expect(await readdir(own)).not.toContain('none')
  await cache.provide(join(own, 'again'), () => cp(source, join(own, 'again'), { recursive: true }), quiet)
  expect(await cache.restore(join(own, 'copy'))).toBe(true)
  expect(await readFile(join(own, 'copy/base/1'), 'utf8')).toBe('content')
})

/** A process that needs a snapshot. If it has to make it, it is half done until its input ends. */
function start(snapshots: string, target: string) {
  const script = `
    import { mkdir, writeFile } from 'node:fs/promises'
    import { once } from 'node:events'
    import { createCache } from '${pathToFileURL(join(import.meta.dirname, 'cache.ts'))}'
    const [snapshots, target] = process.argv.slice(1)
    const make = async () => {
      await mkdir(target)
      await writeFile(target + '/1', 'first half')
      console.log('makes')
      await once(process.stdin.resume(), 'end')
      await writeFile(target + '/2', 'second half')
    }
    const say = (event) => console.log(event)
    await createCache(snapshots, 'a').provide(target, make, { info: say, warn: say, error: say })
    console.log('has it')`
  const args = ['--input-type=module', '--eval', script, snapshots, target]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines: string[] = []
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const ended = once(output, 'close')
  const says = (line: string) => expect.poll(() => lines, { timeout: 30_000 }).toContain(line)
  return { child, lines, ended, says }
}

it('of two processes that need a snapshot at once, one makes it and the other waits for it', async () => {
  const own = await mkdtemp(join(folder, 'at-once-'))
  const snapshots = join(own, 'snapshots')
  const first = start(snapshots, join(own, 'first'))
  await first.says('makes')
  const second = start(snapshots, join(own, 'second'))
  await second.says('database.template_awaited')
  first.child.stdin.end()
  await Promise.all([first.ended, second.ended])
  expect(first.lines).toEqual(['makes', 'has it'])
  expect(second.lines).toEqual(['database.template_awaited', 'has it'])
  for (const name of ['first', 'second']) expect((await readdir(join(own, name))).sort()).toEqual(['1', '2'])
  expect(await readdir(snapshots)).toEqual(['a'])
})

it('a process that is killed while it makes a snapshot leaves nothing that the next one takes for it', async () => {
  const own = await mkdtemp(join(folder, 'interrupted-'))
  const snapshots = join(own, 'snapshots')
  const killed = start(snapshots, join(own, 'killed'))
  await killed.says('makes')
  killed.child.kill('SIGKILL')
  await killed.ended
  const next = start(snapshots, join(own, 'next'))
  next.child.stdin.end()
  await next.ended
  expect(next.lines).toEqual(['makes', 'has it'])
  expect(await readdir(snapshots)).toEqual(['a'])
})

it('a folder that cannot be written keeps no snapshot, and the files are made', async () => {
  await writeFile(join(folder, 'a file'), '')
  const events: string[] = []
  const make = () => mkdir(join(folder, 'made'))
  const log = { ...quiet, warn: (event: string) => events.push(event) }
  await createCache(join(folder, 'a file/below'), 'a').provide(join(folder, 'made'), make, log)
  expect(events).toEqual(['database.not_cached'])
  expect(await readdir(folder)).toContain('made')
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
  const sources = { root: project.root, demo: true }
  const hash = () => hashProject(sources, 'base', 'bootstrap')
  const seen = [
    await hash(),
    await hashProject(sources, 'base', 'other'),
    await hashProject(sources, 'x', 'bootstrap'),
    await hashProject({ ...sources, demo: false }, 'base', 'bootstrap')
  ]
  await project.write('supabase/seed.sql', 'select 3;')
  seen.push(await hash())
  await project.write('supabase/migrations/20260101000000_t.sql', 'select 4;')
  seen.push(await hash())
  expect(new Set(seen).size).toBe(seen.length)
  expect(await hash()).toBe(seen.at(-1))
  await project.remove()
})
