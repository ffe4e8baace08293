import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  apiPath,
  faultsOfFiles,
  faultsOfHistory,
  listPath,
  parseList,
  putLast,
  readList,
  recordFiles,
  released,
  writeList
} from './released.ts'
import { hashOf } from './sources.ts'

const first = 'supabase/migrations/20260101000000_schema.sql'
const second = 'supabase/migrations/20270101000000_second.sql'
const third = 'supabase/migrations/20270102000000_third.sql'

describe('what was released', () => {
  let folder: string
  let root: string

  const write = async (path: string, text: string, at = root): Promise<void> => {
    await mkdir(join(at, path, '..'), { recursive: true })
    await writeFile(join(at, path), text)
  }
  const git = (...args: string[]): string => {
    const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
    const by = ['-c', 'user.name=One', '-c', 'user.email=one@hackney.test', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...by, ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore']
    })
  }
  const commit = (subject: string): void => {
    git('add', '-A')
    git('commit', '-qm', subject)
  }
  const record = () => recordFiles(root, async () => true)
  const faults = async (): Promise<string[]> => {
    const list = await readList(root)
    return [...faultsOfHistory(root, list), ...(list ? await faultsOfFiles(root) : [])]
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hackney-released-'))
    root = join(folder, 'project')
    await write(first, 'create table t ();')
    await write('stack/database/bootstrap/roles.sql', 'create role a;')
    await write(apiPath, '{}')
    git('init', '-qb', 'main')
    commit('Begin')
    const of = async (path: string) => ({ path, hash: hashOf(await readFile(join(root, path), 'utf8')) })
    await writeList(root, [
      await of('stack/database/bootstrap/roles.sql'),
      await of(first),
      { version: '0.2.0', hash: hashOf('{}') }
    ])
    commit('Release 0.2.0')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is its version, its first migrations, and nothing to complain about', async () => {
    expect(await released(root)).toMatchObject({ version: '0.2.0', first: ['20260101000000_schema.sql'] })
    expect(await faults()).toEqual([])
  })

  it('refuses a released migration that was edited, also together with its line', async () => {
    await write(first, 'create table t (a int);')
    expect(await faults()).toEqual([expect.stringContaining(`${first} has changed since it was recorded`)])
    const list = await readFile(join(root, listPath), 'utf8')
    await write(listPath, list.replace(hashOf('create table t ();'), hashOf('create table t (a int);')))
    expect(await faults()).toEqual([expect.stringMatching(`^${first} was changed or removed after commit`)])
    commit('Hide it')
    expect(await faults()).toEqual([expect.stringMatching(`^${first} was changed or removed after commit`)])
  })

  it('refuses a later migration that was edited after a commit had it, and records one that nobody has', async () => {
    await write(second, 'select 1;')
    expect(await faults()).toEqual([expect.stringContaining(`${second} is not recorded`)])
    expect(await record()).toEqual([second])
    await write(second, 'select 2;')
    expect(await faults()).toEqual([expect.stringContaining(`${second} has changed`)])
    expect(await record()).toEqual([second])
    expect(await faults()).toEqual([])
    commit('Add the second')
    await write(second, 'select 3;')
    expect(await record()).toEqual([])
    expect(await faults()).toEqual([expect.stringContaining(`${second} has changed`)])
  })

  it('compares with main, so that a branch may mend its own migration before it lands', async () => {
    const clone = join(folder, 'clone')
    execFileSync('git', ['clone', '-q', root, clone])
    const origin = root
    root = clone
    await write(second, 'select 1;')
    await record()
    commit('Add the second')
    await write(second, 'select 2;')
    expect(await record()).toEqual([second])
    // In one commit it is fine; as two, main would have had the first form.
    expect((await faults())[0]).toContain('put both into one commit')
    git('commit', '-qa', '--amend', '--no-edit')
    expect(await faults()).toEqual([])
    git('push', '-q', 'origin', 'HEAD:refs/heads/landed')
    root = origin
    git('merge', '-q', 'landed')
    root = clone
    git('fetch', '-q', 'origin')
    await write(second, 'select 3;')
    expect(await record()).toEqual([])
    git('checkout', '-q', '.')
    await rm(join(root, second))
    await writeList(root, (await readList(root))?.slice(0, 3) ?? [])
    expect((await faults())[0]).toMatch(`${second} was changed or removed after main had it`)
  })

  it('does not take a branch that is behind main for one that lost a migration', async () => {
    const clone = join(folder, 'clone')
    execFileSync('git', ['clone', '-q', root, clone])
    await write(second, 'select 1;')
    await record()
    commit('Add the second')
    root = clone
    git('fetch', '-q', 'origin')
    expect(await faults()).toEqual([])
  })

  it('judges a shallow clone by its files, and by what it knows of main', async () => {
    await write(second, 'select 1;')
    await record()
    commit('Add the second')
    const clone = join(folder, 'shallow')
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${root}`, clone])
    root = clone
    expect(await faults()).toEqual([])
    await write(second, 'select 2;')
    expect(await faults()).toEqual([expect.stringContaining(`${second} has changed`)])
    const list = await readFile(join(root, listPath), 'utf8')
    await write(listPath, list.replace(hashOf('select 1;'), hashOf('select 2;')))
    expect((await faults())[0]).toContain(`${second} was changed or removed`)
  })

  it('works in a folder without git', async () => {
    await rm(join(root, '.git'), { recursive: true })
    expect(await faults()).toEqual([])
    await write(first, 'select 1;')
    expect(await faults()).toHaveLength(1)
  })

  it('does not forget the release when its list is deleted', async () => {
    await rm(join(root, listPath))
    expect(await faults()).toEqual([expect.stringContaining('was changed or removed')])
  })

  it('freezes what prepares a database, and takes upgrades of it', async () => {
    await write('stack/database/bootstrap/more.sql', 'select 1;')
    expect(await faults()).toEqual([expect.stringContaining('existing databases lack it')])
    await rm(join(root, 'stack/database/bootstrap/more.sql'))
    await write('stack/database/bootstrap/upgrades/1_more.sql', 'select 1;')
    expect(await record()).toEqual(['stack/database/bootstrap/upgrades/1_more.sql'])
    expect(await faults()).toEqual([])
    await write('stack/database/bootstrap/roles.sql', 'create role b;')
    expect(await faults()).toEqual([expect.stringContaining('roles.sql has changed: existing databases have run it')])
  })

  it('freezes the API until the next release', async () => {
    await write(apiPath, '{"functions": []}')
    expect(await faults()).toEqual([expect.stringContaining('only npm run release writes it')])
  })

  it('puts a migration behind those that main got meanwhile, also out of a conflict', async () => {
    await write(third, 'select 3;')
    await record()
    commit('Add the third on main')
    await write(second, 'select 2;')
    await record()
    expect(await faults()).toEqual([expect.stringContaining('npm run migration -- --last')])
    const list = await readFile(join(root, listPath), 'utf8')
    await write(listPath, `<<<<<<< HEAD\n${list}=======\n>>>>>>> mine\n`)
    await expect(readList(root)).rejects.toThrow('npm run migration -- --last')
    expect(await putLast(root, new Date('2026-12-01T10:00:00Z'))).toEqual([
      ['20270101000000_second.sql', '20270102000001_second.sql']
    ])
    await record()
    expect(await faults()).toEqual([])
    expect(parseList(await readFile(join(root, listPath), 'utf8'))).toHaveLength(5)
  })
})
