// Measures what the demo city costs beside the stack: one process with 68 people at real speed. Processor time and memory are
// the system's counts, once all people are signed in.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFull } from '../tests/support/full.ts'
import { visitor } from '../tests/support/people.ts'
import { vaduz } from '../tests/support/places.ts'
import { family } from '../tests/support/processes.ts'
import { type Stack, startStack } from '../tests/support/stack.ts'
import { type Figure, report, round } from './report.ts'

/** Time before the measurement (s): all people are signed in by then and the first rides are under way. */
const SETTLE = 60
/** Duration of the measurement (s). */
const WATCH = isFull ? 600 : 120
/** Units of processor time per second: Linux counts hundredths. */
const TICKS = 100

/** Processor seconds that a process has used so far. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** Resident memory of a process in MB, and its maximum so far. */
function residentMegabytes(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

function cityOf(stack: Stack): number {
  const pid = family(stack.pid).find((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('sim/main.ts'))
  if (pid === undefined) throw new Error('the stack has no city')
  return pid
}

/** Seconds from "ready" until drivers are on the map. */
async function secondsUntilAwake(stack: Stack): Promise<number> {
  const begin = performance.now()
  const anybody = visitor(stack.env)
  while (((await anybody.rpc('nearby_drivers', { lat: vaduz.lat, lng: vaduz.lng })).data?.rows ?? []).length < 5)
    await sleep(100)
  return (performance.now() - begin) / 1000
}

async function measure(): Promise<Figure[]> {
  const stack = await startStack({ database: 'native', args: ['--sim=on'] })
  try {
    const awake = await secondsUntilAwake(stack)
    const pid = cityOf(stack)
    await sleep(SETTLE * 1000)
    const [begin, since] = [processorSeconds(pid), performance.now()]
    let most = 0
    while (performance.now() - since < WATCH * 1000) {
      most = Math.max(most, residentMegabytes(pid).now)
      await sleep(1000)
    }
    const share = (processorSeconds(pid) - begin) / ((performance.now() - since) / 1000)
    return [
      { metric: 'from "ready" to drivers on the map', value: round(awake), unit: 's', goal: 5 },
      { metric: 'share of one core at the real speed', value: round(share * 100), unit: '%', goal: 15 },
      { metric: 'memory after everybody has signed in, at most', value: round(most), unit: 'MB', goal: 150 },
      { metric: 'memory, at most ever', value: round(residentMegabytes(pid).peak), unit: 'MB', goal: null }
    ]
  } finally {
    await stack.stop()
  }
}

report('sim', await measure())
process.exit()
