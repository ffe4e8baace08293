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
 * The product's time outside of the database: the same time as `app.now()`, which the database's rules use. REST sends it as
 * the `Date` header of its responses. The app takes its time from this header, for the deadlines of offers and for waiting
 * costs.
 */
export interface Clock {
  /** Returns the time that the database's rules use, in milliseconds since 1970. */
  now(): number
  /**
   * Sets the clock.
   *
   * @param offset Value of `app.clock.offset` at the moment `since`, in milliseconds.
   * @param rate Speed of time after `since`; 1 for real time.
   * @param since A moment of `MachineTime.now()`.
   */
  set(offset: number, rate: number, since: number): void
  stop(): void
}

/**
 * Interval at which `app.clock` is read (ms). Seeds and tests can change that table; the stack notices the change at most this
 * much later.
 */
const LOOK_MS = 1000

/**
 * Largest step back of the time that `now()` hides (ms). During such a step `now()` repeats its last value until time has
 * caught up. Such a step happens when the demo slows time down: the last values were computed at the higher speed, so they are
 * ahead. A larger step back was made on purpose, so `now()` shows it at once.
 */
const SLIP_MS = 5000

export const offsetQuery = `select (extract(epoch from "offset") * 1000)::float8 as offset from app.clock`

/** Creates a clock that follows the table `app.clock` of a database. Until the first read of the table it shows real time. */
export function createClock(database: Database, time: MachineTime = machineTime): Clock {
  let known = { offset: 0, rate: 1, since: time.now() }
  let told = 0
  let timer: NodeJS.Timeout

  const look = async (): Promise<void> => {
    const before = known
    const [row] = await database.query<{ offset: number | string }>(offsetQuery)
    // Use the value only if `known` was not set meanwhile and time runs at its normal speed. While the demo accelerates time,
    // the demo itself reads `app.clock` more often and calls `set`.
    if (row && known === before && known.rate === 1) known = { offset: Number(row.offset), rate: 1, since: time.now() }
  }
  const goOn = (): void => {
    timer = setTimeout(() => {
      // Ignore errors: if the database is stopping or restarting, the next read will work.
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

/** Wraps a module so that the `Date` header of its responses shows the time of the database's rules. */
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
