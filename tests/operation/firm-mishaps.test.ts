/** A firm's first start goes wrong: what is said, and how the next start goes on. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { Sketch } from '../../geo/testing/extract.ts'
import { claimBlock } from '../../stack/testing/ports.ts'
import { temporaryFolder } from '../support/folder.ts'
import { databaseUnderTest, startStack } from '../support/stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const monaco = join(root, 'tests/regions/monaco-2021.osm.pbf')
const folder = temporaryFolder()

/** What a start prints that does not come up. */
const failureOf = (data: string, ...args: string[]): Promise<string> =>
  startStack({ data, database: databaseUnderTest(), args: ['--empty', ...args] }).then(
    async (stack) => {
      await stack.stop()
      return 'it has started'
    },
    (error: Error) => error.message
  )

/** Starts a firm on the folder; returns its link's text and the region's name. */
async function begins(data: string, port?: number): Promise<void> {
  const stack = await startStack({
    data,
    database: databaseUnderTest(),
    web: 'dev',
    ...(port !== undefined && { port }),
    args: ['--empty', ...(existsSync(join(data, 'region')) ? [] : [`--extract=${monaco}`])]
  })
  try {
    expect(stack.output()).toMatch(/\/setup#[\w-]{43}/)
    const region = await (await fetch(`${stack.env.WEB_URL}/region/region.json`)).json()
    expect(region).toMatchObject({ name: 'Monaco' })
    expect(readdirSync(data).filter((name) => name.startsWith('.region.'))).toEqual([])
  } finally {
    await stack.stop()
  }
}

it('a file that is no extract, and an extract without roads, are named, and the next file begins the firm', async () => {
  const data = join(folder, 'files')
  const text = join(folder, 'letter.osm.pbf')
  writeFileSync(text, 'Dear all, this is no map.')
  const said = await failureOf(data, `--extract=${text}`)
  expect(said).toMatch(/Import failed: .*letter\.osm\.pbf/)
  expect(said).toContain('The map of your town could not be made (see above); nothing else was changed.')
  const bare = join(folder, 'bare.osm.pbf')
  writeFileSync(bare, new Sketch().node('A', 0, 0, { place: 'village', name: 'Nowhere' }).toPbf())
  expect(await failureOf(data, `--extract=${bare}`)).toContain('bare.osm.pbf holds no roads to drive on')
  expect(await failureOf(data, `--extract=${join(folder, 'gone.osm.pbf')}`)).toContain('There is no file')
  expect(await failureOf(data, `--extract=${folder}`)).toContain('is a folder')
  await begins(data)
})

it('a port in use is named before anything is made, and another one begins the firm', async () => {
  const data = join(folder, 'port')
  const block = await claimBlock()
  const taken = createServer().listen(block.first, '127.0.0.1')
  await once(taken, 'listening')
  try {
    const said = await startStack({
      data,
      port: block.first,
      database: databaseUnderTest(),
      args: ['--empty', `--extract=${monaco}`]
    }).then(() => 'it has started', String)
    expect(said).toContain(`Port ${block.first}`)
    expect(said).toContain('--port=N')
  } finally {
    taken.close()
    block.release()
  }
  await begins(data)
})

// Only root may mount a disk that is small.
const mount = spawnSync('mount', ['-V']).status === 0 && process.getuid?.() === 0
it.runIf(mount)('a full disk is named, and the firm begins once there is room', async () => {
  const data = join(folder, 'disk')
  mkdirSync(data)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', data], { stdio: 'ignore' })
  } catch {
    return // not even root may mount in some containers
  }
  try {
    const said = await failureOf(data, `--extract=${monaco}`)
    expect(said).toContain('no space is left on the disk')
    expect(readdirSync(data).filter((name) => name.startsWith('.region.'))).toEqual([])
  } finally {
    execFileSync('umount', [data])
  }
  await begins(data)
})

/** Starts a firm and kills the process as soon as a condition holds. */
async function killWhen(data: string, port: number, isThere: (output: string) => boolean): Promise<void> {
  const args = ['stack/main.ts', `--db=${databaseUnderTest()}`, `--port=${port}`, `--web-port=${port + 5}`]
  args.push(`--data=${data}`, '--log=json', '--no-history', '--empty')
  if (!existsSync(join(data, 'region'))) args.push(`--extract=${monaco}`)
  const child: ChildProcess = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close')
  while (!isThere(output) && child.exitCode === null) await sleep(5)
  child.kill('SIGKILL')
  await ended
  expect(child.signalCode, output.slice(-2000)).toBe('SIGKILL')
}

const block = await claimBlock()
afterAll(() => block.release())

it.each([
  ['its map is imported', (data: string) => readdirSync(data).some((name) => name.startsWith('.region.'))],
  ['its map is there', (data: string) => existsSync(join(data, 'region/region.json'))],
  ['its database is made', (data: string) => ['postgres', 'pglite'].some((name) => existsSync(join(data, name)))],
  ['its link is printed', (_: string, output: string) => /\/setup#/.test(output)]
])('a firm that was killed while %s begins at the next start', async (what, isThere) => {
  const data = join(folder, what.replaceAll(' ', '-'))
  await killWhen(data, block.first, (output) => existsSync(data) && isThere(data, output))
  await begins(data, block.first)
})
