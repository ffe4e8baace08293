import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RegionFolder } from './folder.ts'
import { REGION_FILES } from './leftovers.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULE = JSON.stringify(join(ROOT, 'geo/folder.ts'))
const NOBODY = 65534
const isRoot = process.getuid?.() === 0

let place: string
let out: string
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'hackney-folder-')))
  out = join(place, 'region')
})
afterEach(() => rmSync(place, { recursive: true }))

/** Id of a process that has ended. */
const ended = (): number => spawnSync(process.execPath, ['--version']).pid

function fill(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  for (const file of REGION_FILES) writeFileSync(join(folder, file), text)
}

function begin(text: string, target = out): RegionFolder {
  const folder = new RegionFolder(target)
  for (const file of REGION_FILES) folder.write(file, [text])
  return folder
}

const textOf = (folder: string): string => readFileSync(join(folder, 'graph.bin'), 'utf8')

const runModule = (code: string, options: object) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', `import { RegionFolder } from ${MODULE}\n${code}`], {
    encoding: 'utf8',
    ...options
  })

describe('two imports into one folder', () => {
  const busy = /another import \(process \d+\) is writing .*: wait until it has ended/

  it('are refused, in one process and in two', () => {
    const first = begin('first')
    expect(() => new RegionFolder(out)).toThrow(busy)
    const { stderr } = runModule(`new RegionFolder(${JSON.stringify(out)})`, {})
    expect(stderr).toMatch(busy)
    first.commit()
    expect(textOf(out)).toBe('first')
    begin('second').commit()
    expect(textOf(out)).toBe('second')
  })

  it('may follow each other if the first has failed or was killed', () => {
    begin('first').discard()
    runModule(`new RegionFolder(${JSON.stringify(out)}); process.kill(process.pid, 'SIGKILL')`, {})
    begin('second').commit()
    expect(textOf(out)).toBe('second')
    expect(readdirSync(place)).toEqual(['region'])
  })
})

describe('the region’s folder', () => {
  it('is replaced as a whole', () => {
    fill(out, 'old')
    begin('new').commit()
    expect(textOf(out)).toBe('new')
    expect(readdirSync(place)).toEqual(['region'])
  })

  it('is never the current folder or its parents, by any name', () => {
    fill(out, 'old')
    for (const target of ['.', '..', '', ' ', out, place, '/']) {
      const { status, stderr } = runModule(`new RegionFolder(${JSON.stringify(target)})`, { cwd: out })
      expect(status, target).toBe(1)
      expect(stderr).toContain(target.trim() === '' ? '--out is empty' : 'choose one of its own')
    }
    expect(textOf(out)).toBe('old')
    expect(readdirSync(place)).toEqual(['region'])
  })

  it('is never the repository', () => {
    const { status, stderr } = runModule(`new RegionFolder(${JSON.stringify(ROOT)})`, { cwd: place })
    expect(status).toBe(1)
    expect(stderr).toContain('choose one of its own')
  })

  it('keeps files added during the import, and the old region', () => {
    fill(out, 'old')
    const folder = begin('new')
    writeFileSync(join(out, 'thesis.txt'), 'years of work')
    expect(() => folder.commit()).toThrow('holds other files (thesis.txt)')
    folder.discard()
    expect(textOf(out)).toBe('old')
    expect(readdirSync(out).sort()).toEqual([...REGION_FILES, 'thesis.txt'].sort())
    expect(readdirSync(place)).toEqual(['region'])
  })

  it('is not recognised if a folder has the name of one of our files', () => {
    mkdirSync(join(out, 'graph.bin'), { recursive: true })
    expect(() => new RegionFolder(out)).toThrow('holds other files (graph.bin)')
  })

  it('is the target of a symbolic link', () => {
    const there = join(place, 'elsewhere')
    fill(there, 'old')
    symlinkSync(there, out)
    begin('new').commit()
    expect([textOf(there), realpathSync(out)]).toEqual(['new', there])
    symlinkSync(join(place, 'nothing'), join(place, 'dangling'))
    expect(() => new RegionFolder(join(place, 'dangling'))).toThrow('is a link that leads nowhere')
  })

  it('is restored after a process was killed while exchanging the two, even if the next import fails', () => {
    fill(join(place, `.region.${ended()}.old`), 'old')
    begin('new').discard()
    expect(textOf(out)).toBe('old')
    expect(readdirSync(place)).toEqual(['region'])
  })

  it('is written despite a leftover with this process id, and despite one with foreign files', () => {
    fill(out, 'old')
    fill(join(place, `.region.${process.pid}.new`), 'left')
    const strange = join(place, `.region.${ended()}.old`)
    fill(strange, 'left')
    writeFileSync(join(strange, 'thesis.txt'), 'years of work')
    begin('new').commit()
    expect(textOf(out)).toBe('new')
    expect(readdirSync(strange)).toEqual(['thesis.txt'])
  })

  it('cannot be created in some places, with a clear one-line error', () => {
    if (existsSync('/proc/self')) expect(() => new RegionFolder('/proc/foo')).toThrow(/: no folder can be made there$/)
    expect(() => new RegionFolder(join(place, 'a'.repeat(300)))).toThrow('the path is too long')
  })

  it('is not started in a read-only place, and a read-only leftover does not matter', () => {
    fill(out, 'old')
    const left = join(place, `.region.${ended()}.old`)
    fill(left, 'left')
    for (const path of isRoot ? [place, out, left] : []) chownSync(path, NOBODY, NOBODY)
    for (const path of [out, left]) chmodSync(path, 0o555)
    const code = `const folder = new RegionFolder(${JSON.stringify(out)})
      for (const file of ${JSON.stringify(REGION_FILES)}) folder.write(file, ['new'])
      folder.commit()`
    const run = () => runModule(code, { cwd: '/', ...(isRoot && { uid: NOBODY, gid: NOBODY }) })
    const refused = run()
    expect([refused.status, textOf(out)]).toEqual([1, 'old'])
    expect(refused.stderr).toContain('its rights forbid it')
    chmodSync(out, 0o755)
    expect(run()).toMatchObject({ status: 0, stderr: '' })
    expect([textOf(out), readdirSync(place)]).toEqual(['new', ['region']])
  })
})
