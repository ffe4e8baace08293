import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Measures the processor time of a process and all its descendants, also of those that outlive it or are killed. */
export interface CpuMeter {
  /** Moves a process, which must not have started others yet, into the group that is measured. */
  include(pid: number): void
  /** Seconds of user and system time so far; null if the system stopped measuring, or did not let us include a process. */
  seconds(): number | null
  close(): void
}

/** Where Linux mounts control groups of version 2: alone, or beside those of version 1. */
const mounts = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified']

/** The own control group below its mount, such as /user.slice; null where there is none. */
function ownGroup(): string | null {
  try {
    return /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? null
  } catch {
    return null
  }
}

const hasEnded = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ESRCH'

function meterOf(folder: string): CpuMeter {
  let isComplete = true
  return {
    include(pid) {
      try {
        writeFileSync(join(folder, 'cgroup.procs'), String(pid))
      } catch (error) {
        // A process that has already ended took next to no time; any other failure leaves a process unmeasured.
        if (!hasEnded(error)) isComplete = false
      }
    },
    seconds() {
      try {
        const used = /^usage_usec (\d+)$/m.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))?.[1]
        return isComplete && used !== undefined ? Number(used) / 1e6 : null
      } catch {
        return null
      }
    },
    close() {
      try {
        rmdirSync(folder)
      } catch {
        // A process of the suite is still ending; an empty group costs nothing.
      }
    }
  }
}

/**
 * A control group of its own for a suite. Adding up what processes report when they end would miss browsers and databases,
 * which are killed. Measuring never fails a suite.
 *
 * @returns null if the system has no control groups or does not let us make one
 */
export function openCpuMeter(name: string, places = mounts): CpuMeter | null {
  const own = ownGroup()
  if (own === null) return null
  for (const place of places) {
    const folder = join(place, own, `hackney-test-${process.pid}-${name}`)
    try {
      readFileSync(join(place, own, 'cgroup.procs'))
      mkdirSync(folder)
      return meterOf(folder)
    } catch {
      // Not mounted here, or not ours to change.
    }
  }
  return null
}
