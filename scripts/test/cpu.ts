import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Measures the processor time of a process and all its descendants, also of those that outlive it or are killed. */
export interface CpuMeter {
  /** Moves a process, which must not have started others yet, into the group that is measured. */
  include(pid: number): void
  /** Seconds of user and system time so far. */
  seconds(): number
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

/**
 * A control group of its own for a suite. Adding up what processes report when they end would miss browsers and databases,
 * which are killed.
 *
 * @returns null if the system has no control groups or does not let us make one
 */
export function openCpuMeter(name: string): CpuMeter | null {
  const own = ownGroup()
  if (own === null) return null
  for (const mount of mounts) {
    const folder = join(mount, own, `hackney-test-${process.pid}-${name}`)
    try {
      readFileSync(join(mount, own, 'cgroup.procs'))
      mkdirSync(folder)
    } catch {
      continue
    }
    return {
      include: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
      seconds: () => Number(/^usage_usec (\d+)$/m.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))?.[1]) / 1e6,
      close() {
        try {
          rmdirSync(folder)
        } catch {
          // A process of the suite is still ending; an empty group costs nothing.
        }
      }
    }
  }
  return null
}
