import { Refusal } from './client/api.ts'
import type { Actor } from './schedule.ts'
import type { Log } from './town.ts'

/** Interval at which a repeated failure is logged (ms). */
const QUIET = 30_000
/** Statuses of errors that are harmless because the state changed after the decision: gone, another status, expired. */
const outrun = new Set([404, 409, 410])
/** Statuses by which a server says that it is overloaded. */
const busy = new Set([429, 503, 504])

/**
 * Whether a request had no response in time: the machine is overloaded, and it is the fault of neither the city nor the server.
 */
const isSlow = (error: unknown): boolean =>
  error instanceof Refusal ? busy.has(error.status) : error instanceof DOMException && error.name === 'TimeoutError'

/** Logs failed steps of people. Each step is retried. */
export function reportFailures(log: Log): (actor: Pick<Actor, 'name'>, error: unknown) => void {
  const told = new Map<string, number>()
  return ({ name }, error) => {
    // Another client changed the state first: the next step reads the current one.
    if (error instanceof Refusal && outrun.has(error.status)) return
    const text = String(error)
    if (Date.now() - (told.get(text) ?? Number.NEGATIVE_INFINITY) < QUIET) return
    told.set(text, Date.now())
    if (isSlow(error)) log.info('city.waited', { who: name, error: text })
    else log.warn('city.stumbled', { who: name, error: text })
  }
}
