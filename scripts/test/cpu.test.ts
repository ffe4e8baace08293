import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type CpuMeter, openCpuMeter } from './cpu.ts'
import { run } from './process.ts'

const folder = mkdtempSync(join(tmpdir(), 'hackney-cpu-'))
const log = join(folder, 'log')
let meter: CpuMeter | null = null

afterEach(() => {
  meter?.close()
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Computes for 300 ms of processor time in a child of its own, which is then killed. */
const program = `
const { spawn } = require('node:child_process')
const busy = 'while (process.cpuUsage().user < 3e5); console.log("done"); setInterval(() => 0, 1000)'
const child = spawn(process.execPath, ['-e', busy])
child.stdout.once('data', () => child.kill('SIGKILL'))
child.once('close', () => process.exit(0))`

const probe = openCpuMeter('probe')
probe?.close()

describe.runIf(probe)('the processor time of a suite', () => {
  it('includes a child that was killed', async () => {
    meter = openCpuMeter('killed')
    expect(await run({ command: 'node', args: ['-e', program], log, cpu: meter })).toBe(0)
    expect(meter?.seconds()).toBeGreaterThan(0.3)
    expect(meter?.seconds()).toBeLessThan(10)
  })

  it('stays known when a process has ended before it is included', async () => {
    meter = openCpuMeter('ended')
    const { pid } = JSON.parse(readFileSync(await endedProcess(), 'utf8')) as { pid: number }
    meter?.include(pid)
    expect(meter?.seconds()).toBe(0)
  })
})

/** Path of a file with the id of a process that has ended. */
async function endedProcess(): Promise<string> {
  const path = join(folder, 'pid')
  const write = `require('node:fs').writeFileSync(${JSON.stringify(path)}, JSON.stringify({ pid: process.pid }))`
  await run({ command: 'node', args: ['-e', write], log })
  return path
}

const groups = '/proc/self/cgroup'

describe.runIf(existsSync(groups))('a system that does not let us measure', () => {
  /** A folder that looks like control groups, but is none. */
  const own = /^0::(.*)$/m.exec(existsSync(groups) ? readFileSync(groups, 'utf8') : '')?.[1] ?? ''
  const place = join(folder, 'groups')
  mkdirSync(join(place, own), { recursive: true })
  writeFileSync(join(place, own, 'cgroup.procs'), '')

  it('gives no meter without control groups', () => {
    expect(openCpuMeter('none', [join(folder, 'missing')])).toBeNull()
  })

  it('gives no figure if a group says none', () => {
    meter = openCpuMeter('silent', [place])
    meter?.include(process.pid)
    expect(meter?.seconds()).toBeNull()
  })

  it('gives no figure once a process could not be included, and runs the command anyway', async () => {
    meter = openCpuMeter('refused', [place])
    const group = join(place, own, `hackney-test-${process.pid}-refused`)
    writeFileSync(join(group, 'cpu.stat'), 'usage_usec 5000000\n')
    expect(meter?.seconds()).toBe(5)
    mkdirSync(join(group, 'cgroup.procs'))
    expect(await run({ command: 'node', args: ['-e', ''], log, cpu: meter })).toBe(0)
    expect(meter?.seconds()).toBeNull()
    rmSync(group, { recursive: true })
    meter?.close()
    expect(meter?.seconds()).toBeNull()
  })
})
