import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, StackModule } from '../types.ts'

/** The machine's time in milliseconds; tests set it by hand. */
export interface MachineTime {
  /** Since the epoch, as the machine's clock says. */
  wall(): number
  /** From an arbitrary start, monotonic. */
  now(): number
  sleep(duration: number): Promise<void>
}

export const machineTime: MachineTime = {
  wall: () => Date.now(),
  now: () => performance.now(),
  sleep: (duration) => sleep(duration, undefined, { ref: false })
}

/**
 * The time of the database's rules (`app.now()`), known outside of it: the app follows the `Date` of REST's responses, and offers
 * and waiting costs use this time.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Reports the offset of `app.clock` in milliseconds at a moment of `MachineTime.now()`, and the speed since then. */
  set(offset: number, rate: number, since: number): void
  stop(): void
}

/** Seeds and tests set `app.clock`, too; pages learn of it at most this much later (ms). */
const LOOK_MS = 1000

/**
 * When time slows down, times reported while the database advanced its clock are ahead (ms at most): wait. A larger step back was
 * set on purpose.
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
    // The demo's acceleration reads more often, and its report meanwhile is newer.
    if (row && known === before && known.rate === 1) known = { offset: Number(row.offset), rate: 1, since: time.now() }
  }
  const goOn = (): void => {
    timer = setTimeout(() => {
      // A database that is stopping or restarting responds next time.
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

/** The module, with the rules' time in `Date` of its responses. */
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
