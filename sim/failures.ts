import { Refusal } from './client/api.ts'
import type { Actor } from './schedule.ts'
import type { Log } from './town.ts'

/** A failure that repeats is logged at most once in this interval (ms). */
const QUIET = 30_000
/** HTTP statuses that are harmless: the booking or offer has changed, ended or expired after the person decided. */
const outrun = new Set([404, 409, 410])
/** HTTP statuses by which a server says that it is overloaded. */
const busy = new Set([429, 503, 504])

/**
 * Whether a request failed because the machine is overloaded, which is no fault of the simulation or the product.
 */
const isSlow = (error: unknown): boolean =>
  error instanceof Refusal ? busy.has(error.status) : error instanceof DOMException && error.name === 'TimeoutError'

/** Creates a function that logs failed steps of simulated people. The schedule retries these steps. */
export function reportFailures(log: Log): (actor: Pick<Actor, 'name'>, error: unknown) => void {
  const told = new Map<string, number>()
  return ({ name }, error) => {
    // Ignore the failure if another client has changed the state first: the next step reads the current state.
    if (error instanceof Refusal && outrun.has(error.status)) return
    const text = String(error)
    if (Date.now() - (told.get(text) ?? Number.NEGATIVE_INFINITY) < QUIET) return
    told.set(text, Date.now())
    if (isSlow(error)) log.info('city.waited', { who: name, error: text })
    else log.warn('city.stumbled', { who: name, error: text })
  }
}
