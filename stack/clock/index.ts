import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, StackModule } from '../types.ts'

/** The time of the machine, in milliseconds; tests bring one that they turn by hand. */
export interface MachineTime {
  /** Since the epoch, as the machine's clock says. */
  wall(): number
  /** Since any moment, never set back. */
  now(): number
  sleep(duration: number): Promise<void>
}

export const machineTime: MachineTime = {
  wall: () => Date.now(),
  now: () => performance.now(),
  sleep: (duration) => sleep(duration, undefined, { ref: false })
}

/**
 * The time that the database's rules read (`app.now()`), known outside of it: a person's page follows the `Date` of what
 * REST answers, and that has to be the time by which offers end and waiting costs.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Says that `app.clock` had this offset in milliseconds at a moment of `MachineTime.now()`, and how fast time goes since. */
  set(offset: number, rate: number, since: number): void
  stop(): void
}

/** Seeds and tests turn `app.clock`, too; a page learns of it this much later (ms). */
const LOOK_MS = 1000

/**
 * When time slows down, what was told while the database turned its clock is ahead of it (ms at most): it waits. Farther back
 * the clock was set on purpose.
 */
const SLIP_MS = 5000

export const offsetQuery = `select (extract(epoch from "offset") * 1000)::float8 as offset from app.clock`

/** Follows the clock of a database, which is real time until the first look at it. */
export function createClock(database: Database, time: MachineTime = machineTime): Clock {
  let known = { offset: 0, rate: 1, since: time.now() }
  let told = 0
  let timer: NodeJS.Timeout

  const look = async (): Promise<void> => {
    const before = known
    const [row] = await database.query<{ offset: number | string }>(offsetQuery)
    // Hurrying looks more often than this, and what it said meanwhile is newer.
    if (row && known === before && known.rate === 1) known = { offset: Number(row.offset), rate: 1, since: time.now() }
  }
  const goOn = (): void => {
    timer = setTimeout(() => {
      // A database that is just being stopped or restarted answers the next time.
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

/** The module, whose answers say the time of the rules in `Date`. */
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
