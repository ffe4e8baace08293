import { Refusal } from './client/api.ts'
import type { Actor } from './schedule.ts'
import type { Log } from './town.ts'

/** A repeated failure is logged only at this interval (ms). */
const QUIET = 30_000
/** Errors for decisions that were right when made: gone, another status, expired. */
const outrun = new Set([404, 409, 410])
/** The server is overloaded. */
const busy = new Set([429, 503, 504])

/** No response in time: the machine is overloaded, and neither the city nor the server is wrong. */
const isSlow = (error: unknown): boolean =>
  error instanceof Refusal ? busy.has(error.status) : error instanceof DOMException && error.name === 'TimeoutError'

/** Logs failed steps. Each is retried. */
export function reportFailures(log: Log): (actor: Pick<Actor, 'name'>, error: unknown) => void {
  const told = new Map<string, number>()
  return ({ name }, error) => {
    // Another client was faster: the next step sees the current state.
    if (error instanceof Refusal && outrun.has(error.status)) return
    const text = String(error)
    if (Date.now() - (told.get(text) ?? Number.NEGATIVE_INFINITY) < QUIET) return
    told.set(text, Date.now())
    if (isSlow(error)) log.info('city.waited', { who: name, error: text })
    else log.warn('city.stumbled', { who: name, error: text })
  }
}
