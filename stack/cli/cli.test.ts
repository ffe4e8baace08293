import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeDatabase } from '../database/index.ts'
import { createLog } from '../log.ts'
import { claimBlock } from '../testing/ports.ts'
import { createProject, kinds } from '../testing/project.ts'
import { banner, writeEnv } from './announce.ts'
import { readArgs } from './args.ts'
import { chooseCity } from './city.ts'
import { claimFolder } from './folder.ts'
import { createStopper } from './stop.ts'

const main = join(import.meta.dirname, '../main.ts')
const { first: port, release } = await claimBlock()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hackney-cli-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  release()
})

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (text: Buffer) => {
    output.out += text
  })
  child.stderr.on('data', (text: Buffer) => {
    output.err += text
  })
  const exited = once(child, 'exit').then(([code]) => code as number)
  return { child, output, exited }
}

/** Runs the command to its end; returns the exit code and the lines of standard error. */
async function run(args: string[], env?: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const { exited, output } = start(args, env)
  const code = await exited
  return { code, lines: output.err.trim().split('\n') }
}

describe('the command line', () => {
  it('has defaults, and moves the other ports with --port', () => {
    expect(readArgs([], '/project')).toMatchObject({
      command: 'start',
      kind: undefined,
      dataDir: '/project/.hackney',
      ports: { api: 54321, database: 54322, inbox: 54324, web: 5173 }
    })
    expect(readArgs(['--allow-host=Taxi.example', '--allow-host=b'], '/project').allowedHosts).toEqual([
      'taxi.example',
      'b'
    ])
    expect(readArgs(['--port=6000', '--web-port=7000', '--no-web', '--db=native'], '/project')).toMatchObject({
      kind: 'native',
      web: false,
      ports: { api: 6000, database: 6001, inbox: 6003, web: 7000 }
    })
  })

  it.each([
    [['--nonsense'], '--nonsense'],
    [['--db=oracle'], '--db=oracle is unknown. Choose pglite or native.'],
    [['--port=http'], '--port=http is not a port.'],
    [['--port=80'], 'Give a number from 1024'],
    [['--port='], '--port= is not a port.'],
    [['--web-port=99999'], '--web-port=99999 is not a port.'],
    [['--sim=maybe'], '--sim=maybe is unknown. Choose on or off.'],
    [['--log=xml'], '--log=xml is unknown. Choose json or text.'],
    [['--built=yes'], 'does not take an argument'],
    [['--reset=1'], 'does not take an argument'],
    [['--data='], '--data= names no folder.'],
    [['--allow-host=*'], '--allow-host=* is not a name.'],
    [['--allow-host=taxi.example:80'], 'without port'],
    [['--allow-host='], '--allow-host= is not a name.'],
    [['--web-port=54321'], 'Port 54321 would serve both the app and the API.'],
    [['--db=postgres://127.0.0.1/x'], '--db is no address of a database.'],
    [['--db=mysql://ann:secret@127.0.0.1/x'], 'Write it as postgres://USER:PASSWORD@HOST:PORT/NAME.'],
    [['--db=postgres://ann:secret@127.0.0.1'], '--db is no address of a database.'],
    [['--db=postgres://ann:secret@127.0.0.1/x', '--reset'], 'needs --yes'],
    [['start', 'db'], 'db is not understood.'],
    [['--extract=town.osm.pbf'], '--extract is for a firm of your own. Add `--empty`'],
    [['--owner=ann@taxi.example'], '--owner is for a firm of your own.'],
    [['--empty', '--owner=ann'], '--owner=ann is no e-mail address. Write it as'],
    [['--empty', '--extract='], '--extract= names no file.'],
    [['--empty', '--sim=on'], 'The simulated city needs the people of the demo.'],
    [['dance'], 'command']
  ])('refuses %s in one line', async (args, expected) => {
    const { code, lines } = await run(args)
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(expected)])
    expect(lines[0]).not.toContain('secret')
  })

  it.each([
    [[], { isTerminal: true, ci: undefined }, true],
    [[], { isTerminal: false, ci: undefined }, false],
    [[], { isTerminal: true, ci: 'true' }, false],
    [['--no-web'], { isTerminal: true, ci: undefined }, false],
    [['--db=postgres://ann@127.0.0.1/x'], { isTerminal: true, ci: undefined }, false],
    [['--no-web', '--sim=on'], { isTerminal: false, ci: 'true' }, true],
    [['--sim=off'], { isTerminal: true, ci: undefined }, false],
    [['db', '--sim=on'], { isTerminal: true, ci: undefined }, false]
  ])('%j with %j decides whether the simulated city runs: %s', (args, surroundings, isOn) => {
    expect(chooseCity(readArgs(args, '/project'), surroundings)).toMatchObject({ isOn, why: expect.any(String) })
  })

  it('reports which port is taken', async () => {
    const holder = createServer().listen(port, '127.0.0.1')
    await once(holder, 'listening')
    const { code, lines } = await run([`--port=${port}`, '--no-web', `--data=${folder}/taken`])
    holder.close()
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringMatching(new RegExp(`^Port ${port} \\(api\\) is taken\\. Stop what`))]
    })
  })

  it('reports that the folder cannot be written', async () => {
    await writeFile(join(folder, 'file'), '')
    const { code, lines } = await run([`--port=${port}`, '--no-web', `--data=${folder}/file/data`])
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(/cannot be written.*--data=DIR/)] })
  })

  it('refuses a second process on one data folder until the first has ended', async () => {
    const data = join(folder, 'locked')
    const release = claimFolder(data)
    const { code, lines } = await run([`--port=${port}`, '--no-web', `--data=${data}`])
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringMatching(new RegExp(`in use by process ${process.pid}\\. Stop that one`))]
    })
    release()
    await writeFile(join(data, 'lock'), '999999999 1')
    claimFolder(data)()
    expect((await stat(data)).mode & 0o077).toBe(process.getuid?.() === 0 ? 0o011 : 0)
    expect(existsSync(join(data, 'lock'))).toBe(false)
  })

  it('begins a firm of its own in a folder without a demo only', async () => {
    const demo = join(folder, 'demo')
    await mkdir(join(demo, 'pglite'), { recursive: true })
    const refused = await run(['--empty', '--extract=try', `--port=${port}`, '--no-web', `--data=${demo}`])
    expect(refused).toEqual({
      code: 1,
      lines: [expect.stringMatching(/demo holds the demo, .*`npm run firm` uses .firm/)]
    })

    const firm = join(folder, 'firm')
    const asked = await run(['--empty', `--port=${port}`, '--no-web', `--data=${firm}`])
    expect(asked).toEqual({ code: 1, lines: [expect.stringMatching(/^A firm needs the map.*--extract=FILE/)] })
    expect(readArgs([`--data=${firm}`], '/project')).toMatchObject({
      firm: true,
      demo: false,
      history: false,
      region: join(firm, 'region')
    })
    expect(readArgs(['--empty'], '/project')).toMatchObject({ dataDir: '/project/.firm', firm: true })
    expect(readArgs([], '/project')).toMatchObject({ firm: false, region: '/project/region' })
  })

  it.each([
    ['none.osm.pbf', () => undefined, /There is no file .*none\.osm\.pbf\./],
    ['folder', (path: string) => mkdir(path), /folder is a folder\./],
    ['words.osm.pbf', (path: string) => writeFile(path, 'not a map'), /map of your town could not be made/]
  ])('refuses %s as the extract of a firm, and begins nothing', async (name, make, expected) => {
    const data = join(folder, 'firm-of-bad-files')
    await make(join(folder, name))
    const { code, lines } = await run([
      '--empty',
      `--extract=${folder}/${name}`,
      `--port=${port}`,
      '--no-web',
      `--data=${data}`
    ])
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: expect.stringMatching(expected) })
    expect(existsSync(join(data, 'region'))).toBe(false)
    expect(lines.join('\n')).not.toMatch(/^ {4}at /m)
  })

  it('reports what is missing when no PostgreSQL is suitable', async () => {
    const { code, lines } = await run(['db', '--db=native', `--port=${port}`, `--data=${folder}/none`], {
      HACKNEY_PG_BIN: '/nonexistent'
    })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/^No PostgreSQL 15 or newer with PostGIS.*--db=pglite/)])
  })
})

describe('the ready stack', () => {
  const running = {
    apiUrl: 'http://127.0.0.1:54321',
    inboxUrl: 'http://127.0.0.1:54324',
    webUrl: null,
    databaseUrl: null,
    databaseName: 'PGlite',
    hasDemo: true,
    hasDemoPeople: true,
    owner: null,
    setupLink: null,
    publishableKey: 'sb_publishable_x',
    secretKey: 'sb_secret_x'
  }

  it('prints all addresses, and writes them for programs to a file that only its owner can read', async () => {
    const lines = banner(running, { isOn: true, why: '--sim=off for none' }).trimEnd().split('\n')
    expect(lines.at(-1)).toBe('Hackney is ready')
    for (const part of [
      'http://127.0.0.1:54324',
      'PGlite',
      'sb_secret_x',
      'rider@hackney.test',
      'in the demo bar',
      'one machine',
      'alive (--sim=off for none)'
    ]) {
      expect(lines.join('\n')).toContain(part)
    }
    const choice = { isOn: false, why: '--sim=off' }
    expect(banner({ ...running, hasDemo: false }, choice)).not.toContain('demo bar')
    const empty = banner({ ...running, hasDemo: false, hasDemoPeople: false }, choice)
    expect(banner({ ...running, hasDemoPeople: false, owner: 'ann@taxi.example' }, choice)).toContain(
      'Sign in as ann@taxi.example, the owner'
    )
    const link = 'http://127.0.0.1:5173/setup#key'
    expect(banner({ ...running, hasDemoPeople: false, setupLink: link }, choice)).toContain(`  ${link}\n`)
    expect(empty).not.toContain('hackney.test')
    writeEnv(folder, running)
    expect(await readFile(join(folder, 'env'), 'utf8')).toContain('SUPABASE_URL=http://127.0.0.1:54321\n')
    expect((await stat(join(folder, 'env'))).mode & 0o777).toBe(0o600)
  })

  it('stops its parts, the last started first, and does not wait for hanging ones', async () => {
    const order: string[] = []
    const stopper = createStopper(createLog('text', () => undefined))
    stopper.add('first', () => order.push('first'))
    stopper.add('failing', () => Promise.reject(new Error('no')))
    stopper.add('last', () => order.push('last'))
    await stopper.stop()
    expect(order).toEqual(['last', 'first'])
    const hanging = createStopper(createLog('text', () => undefined))
    hanging.add('hanging', () => new Promise(() => undefined))
    await hanging.stop()
  })

  it('starts by one command, stops by one signal and leaves nothing behind', async () => {
    const data = join(folder, 'whole')
    const { child, output, exited } = start([`--port=${port}`, '--no-web', '--log=json', `--data=${data}`])
    await expect.poll(() => output.out, { timeout: 60_000 }).toContain('"event":"ready"')
    const ready = JSON.parse(output.out) as { apiUrl: string; databaseUrl: string | null }
    expect((await fetch(ready.apiUrl)).status).toBe(200)
    expect(existsSync(join(data, 'env'))).toBe(true)
    child.kill('SIGINT')
    expect(await exited).toBe(0)
    for (const name of ['env', 'lock', 'postgres/postmaster.pid']) expect(existsSync(join(data, name))).toBe(false)
    await expect(fetch(ready.apiUrl)).rejects.toThrow()
    for (const line of output.err.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event')
  })

  it.each(kinds)('rebuilds the database on %s with --reset, and only then', async (kind) => {
    const project = await createProject({ '20260101000000_first.sql': 'create table public.t (id int);' })
    const rows = async (): Promise<number> => {
      const { database } = await project.open(kind)
      await database.query('insert into public.t values (1)')
      const found = await database.query('select from public.t')
      await database.stop()
      return found.length
    }
    expect([await rows(), await rows()]).toEqual([1, 2])
    removeDatabase(project.dataDir)
    expect(await rows()).toBe(1)
    await project.remove()
  })

  it.runIf(kinds.includes('native'))('stops the database server when it is killed', async () => {
    const data = join(folder, 'killed')
    const { child, output, exited } = start(['db', `--port=${port}`, '--db=native', `--data=${data}`])
    await expect.poll(() => output.out, { timeout: 60_000 }).toContain('Hackney is ready')
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(true)
    child.kill('SIGKILL')
    await exited
    await expect.poll(() => existsSync(join(data, 'postgres/postmaster.pid')), { timeout: 10_000 }).toBe(false)
  })
})
