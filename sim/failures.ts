import { Refusal } from './client/api.ts'
import type { Actor } from './schedule.ts'
import type { Log } from './town.ts'

/** A step that fails again and again says so now and then only (ms). */
const QUIET = 30_000
/** Refusals of what was right when it was decided on: gone, not the status any more, over. */
const outrun = new Set([404, 409, 410])
/** The server is there and cannot keep up. */
const busy = new Set([429, 503, 504])

/** No answer in time: the machine has more to do than it can, and nothing is wrong with the city or the server. */
const isSlow = (error: unknown): boolean =>
  error instanceof Refusal ? busy.has(error.status) : error instanceof DOMException && error.name === 'TimeoutError'

/** Says in the log which steps failed. Each is tried again. */
export function reportFailures(log: Log): (actor: Pick<Actor, 'name'>, error: unknown) => void {
  const told = new Map<string, number>()
  return ({ name }, error) => {
    // Somebody else was faster: the next step sees what there is now.
    if (error instanceof Refusal && outrun.has(error.status)) return
    const text = String(error)
    if (Date.now() - (told.get(text) ?? Number.NEGATIVE_INFINITY) < QUIET) return
    told.set(text, Date.now())
    if (isSlow(error)) log.info('city.waited', { who: name, error: text })
    else log.warn('city.stumbled', { who: name, error: text })
  }
}
