import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, StackModule } from '../types.ts'

/** The machine's clocks in milliseconds; tests set them by hand. */
export interface MachineTime {
  /** Milliseconds since 1970, as the machine's clock says. */
  wall(): number
  /** Milliseconds since an arbitrary start; this clock never goes back. */
  now(): number
  sleep(duration: number): Promise<void>
}

export const machineTime: MachineTime = {
  wall: () => Date.now(),
  now: () => performance.now(),
  sleep: (duration) => sleep(duration, undefined, { ref: false })
}

/**
 * The time of the database's rules (`app.now()`) as known outside of the database. The app follows the `Date` header of REST's
 * responses, and offers and waiting costs use this time.
 */
export interface Clock {
  /** Milliseconds since 1970 in the rules' time. */
  now(): number
  /**
   * Sets the clock from a report: the offset of `app.clock` in milliseconds at a moment of `MachineTime.now()`, and the speed
   * since then.
   */
  set(offset: number, rate: number, since: number): void
  stop(): void
}

/**
 * Interval at which `app.clock` is read (ms): seeds and tests also set it, and pages learn of the change at most this much
 * later.
 */
const LOOK_MS = 1000

/**
 * Largest step back of the clock (ms) that is waited out instead of shown: when time slows down, times that were reported while
 * the database advanced its clock are ahead. A larger step back was set on purpose.
 */
const SLIP_MS = 5000

export const offsetQuery = `select (extract(epoch from "offset") * 1000)::float8 as offset from app.clock`

/** Follows the clock of a database; real time until the first read. */
export function createClock(database: Database, time: MachineTime = machineTime): Clock {
  let known = { offset: 0, rate: 1, since: time.now() }
  let told = 0
  let timer: NodeJS.Timeout

  const look = async (): Promise<void> => {
    const before = known
    const [row] = await database.query<{ offset: number | string }>(offsetQuery)
    // Use the value only if it is current: while the demo accelerates time it reads the clock more often, so its own report is
    // newer.
    if (row && known === before && known.rate === 1) known = { offset: Number(row.offset), rate: 1, since: time.now() }
  }
  const goOn = (): void => {
    timer = setTimeout(() => {
      // If the database is stopping or restarting, the next read will work.
      look()
        .catch(() => undefined)
        .finally(() => !isStopped && goOn())
    }, LOOK_MS)
  }
  let isStopped = false
  look()
    .catch(() => undefined)
    .finally(() => !isStopped && goOn())

  return {
    now() {
      const at = time.wall() + known.offset + (known.rate - 1) * (time.now() - known.since)
      told = at < told && told - at < SLIP_MS ? told : at
      return told
    },
    set(offset, rate, since) {
      known = { offset, rate, since }
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    }
  }
}

/** Wraps a module so that the `Date` header of its responses has the rules' time. */
export function dated(module: StackModule, clock: Clock): StackModule {
  return {
    ...module,
    async fetch(request, peer) {
      const response = await module.fetch(request, peer)
      const headers = new Headers(response.headers)
      headers.set('date', new Date(clock.now()).toUTCString())
      return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
    }
  }
}
