import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFull } from '../tests/support/full.ts'
import { DEFAULT_INPUT } from './fingerprint.mjs'
import { writeCountry } from './testing/country.ts'

const program = fileURLToPath(new URL('import.ts', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'hackney-import-'))
afterAll(() => rm(folder, { recursive: true }))

// Code that makes the process print its peak memory as its last line.
const PRINT_PEAK_MEMORY =
  "data:text/javascript,process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))"

function run(args: readonly string[], { tellMemory = false } = {}) {
  // Options of `npm run geo:import`: young objects are collected sooner, which lowers the peak memory by a fifth.
  const options = ['--max-semi-space-size=4', ...(tellMemory ? ['--import', PRINT_PEAK_MEMORY] : [])]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 1_800_000,
    killSignal: 'SIGKILL'
  })
  const peak = Number(/peak (\d+)/.exec(stderr)?.[1]) * 1024
  return { status, stdout, stderr, peak }
}

describe('the importer as a program', () => {
  const out = join(folder, 'region')
  const input = join(folder, 'hamlet.osm.pbf')
  beforeAll(() => writeCountry(input, 1))

  it('prints its help', () => {
    const { status, stdout } = run(['--help'])
    expect(status).toBe(0)
    for (const option of ['--bbox', '--name', '--out', '--geojson', '--quiet']) expect(stdout).toContain(option)
  })

  it('imports and reports the result; with --quiet it prints nothing', () => {
    const loud = run([input, '--out', out, '--name', 'Hamlet'])
    expect(loud.stdout).toMatch(/^Hamlet: \d+ tiles, \d+ road edges, \d+ places in [\d.]+ s\ntiles\.pmtiles \d+ KB, /)
    expect(loud.stdout).toMatch(/\nA stack that is running has to be started again: [^\n]+\n$/)
    expect(run([input, '--out', out, '--quiet'])).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  it.each([
    ['--bbox', '9.5,47.1', 'give four numbers in degrees, as west,south,east,north'],
    ['--bbox', '9.5,47.1,9.6,', 'give four numbers in degrees'],
    ['--bbox', '9.5,47.1,9.6,north', 'give four numbers in degrees'],
    ['--bbox', '9.6,47.1,9.5,47.2', 'west has to be less than east'],
    ['--bbox', '9.5,47.2,9.6,47.1', 'south has to be less than north'],
    ['--bbox', '9.5,47.1,9.5,47.2', 'west has to be less than east'],
    ['--bbox', '9.6,47.2,9.5,47.1', 'west has to be less than east'],
    ['--bbox', '9.6,47.2,9.5,47.1', 'south has to be less than north'],
    ['--bbox', '0x9,47.1,9.6,47.2', 'give four numbers in degrees'],
    ['--bbox', '-.5,51.3,.3,51.7', 'the box lies outside of'],
    ['--name', '', '--name is empty'],
    ['--name', 'Ham\nlet', '--name holds a control character'],
    ['--out', '', '--out is empty'],
    ['--bbox', '9.5,47.1,190,47.2', 'longitudes lie between -180 and 180'],
    ['--bbox', '9.5,47.1,9.6,89', 'latitudes lie between -85 and 85'],
    ['--bbox', '20,47.1,21,47.2', 'the box lies outside of'],
    ['--bbox', '-0.5,51.3,0.3,51.7', 'the box lies outside of'],
    ['--bbox', '--quiet', "Option '--bbox' argument is ambiguous"],
    ['--bbox', '9.9,50.0301,10.0001,50.0302', 'holds no roads to drive on in the box'],
    ['--vehicle', 'bus', '--vehicle is taxi or private_hire, not "bus"'],
    ['--taxi-may', 'permit,tram', '--taxi-may is permit or bus, not "tram"'],
    ['--zoom', '3', "Unknown option '--zoom'"],
    ['other.pbf', 'third.pbf', 'name the others with --add']
  ])('refuses %s %s in one line, and keeps the folder unchanged', async (option, value, message) => {
    const before = await readFile(join(out, 'region.json'), 'utf8')
    const { status, stdout, stderr } = run([input, '--out', out, option, value])
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Import failed: [^\n]+\n$/)
    expect(stderr).toContain(message)
    expect(await readFile(join(out, 'region.json'), 'utf8')).toBe(before)
    expect((await readdir(folder)).sort()).toEqual(['hamlet.osm.pbf', 'region'])
  })

  it('reports in one line that it cannot write', async () => {
    await mkdir(join(folder, 'mine'))
    await writeFile(join(folder, 'mine', 'thesis.txt'), 'years of work')
    const targets = {
      [join(folder, 'mine')]: 'holds other files (thesis.txt)',
      [input]: 'is a file: choose a folder',
      [join(input, 'below')]: 'a part of the path is a file',
      '/proc/region': 'cannot write /proc/region: no folder can be made there'
    }
    for (const [target, message] of Object.entries(targets)) {
      const { status, stderr } = run([input, '--out', target])
      expect([status, stderr.split('\n').length]).toEqual([1, 2])
      expect(stderr).toContain(message)
    }
    expect(await readdir(join(folder, 'mine'))).toEqual(['thesis.txt'])
    await rm(join(folder, 'mine'), { recursive: true })
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('leaves nothing after %s', async (signal) => {
    const child = spawn(process.execPath, [program, DEFAULT_INPUT, '--out', out, '--quiet'], { cwd: folder })
    const fresh = `.region.${child.pid}.new`
    const isThere = (path: string) => () => existsSync(join(folder, path))
    await expect.poll(isThere(join(fresh, 'places.json')), { timeout: 60_000, interval: 5 }).toBe(true)
    child.kill(signal)
    await new Promise((end) => child.on('close', end))
    expect(child.signalCode).toBe(signal)
    await expect.poll(isThere(fresh), { timeout: 20_000 }).toBe(false)
    await expect.poll(isThere('.region.lock'), { timeout: 20_000 }).toBe(false)
  })

  it('removes the leftovers of a killed import, and nothing else', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const left = [`.region.${pid}.new`, `.region.${process.pid}.new`, `.other.${pid}.new`]
    for (const name of left) await mkdir(join(folder, name))
    expect(run([input, '--out', out]).status).toBe(0)
    expect((await readdir(folder)).filter((name) => name.endsWith('.new')).sort()).toEqual(left.slice(1).sort())
    for (const name of left.slice(1)) await rm(join(folder, name), { recursive: true })
  })

  it('needs little memory for the country in the repository', () => {
    const { status, peak } = run([DEFAULT_INPUT, '--out', out], { tellMemory: true })
    expect(status).toBe(0)
    expect(peak).toBeLessThan(500e6)
  })

  it.runIf(isFull)('needs at most 1.5 GB for an extract of 100 MB', { timeout: 1_800_000 }, () => {
    const large = join(folder, 'large.osm.pbf')
    writeCountry(large, 650)
    const { status, stdout, stderr, peak } = run([large, '--out', out], { tellMemory: true })
    expect(status, stderr).toBe(0)
    console.log(stdout, `peak ${(peak / 1e6).toFixed(0)} MB`)
    expect(peak).toBeLessThan(1.5e9)
  })
})
