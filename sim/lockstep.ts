import { createHash } from 'node:crypto'
import { type CityOptions, enterDriver, enterRider, type Stage, setStage } from './city.ts'
import type { AppClock } from './client/clock.ts'
import { admit, openSessions } from './client/people.ts'
import type { Account } from './client/sessions.ts'
import type { Actor, Schedule } from './schedule.ts'

/** The result of a lockstep run. */
export interface Outcome {
  /** A hash of all actions and their times, without the server's ids. */
  hash: string
  /** All actions in order, each as one line: second, person, action, detail. */
  record: string[]
  /** Violations of the product's invariants. */
  broken: readonly string[]
  /** Failed steps, each with the person and the error. */
  failed: string[]
}

export interface LockstepOptions extends CityOptions {
  /** When the run begins, in milliseconds of the app's time. */
  begin: number
  /** How long the run lasts (s). */
  seconds: number
  /** Sets the server's time (ms since 1970); awaited before every request. */
  turn(at: number): Promise<void>
  /** Runs the server's periodic work (dispatch), at fixed times. */
  tick(): Promise<void>
}

/** Interval of dispatch (ms), the same as in the server's job. */
const TICK = 5000
/** By how much the clock advances between two requests of one step (ms): fixed, so that runs are equal. */
const REQUEST = 20
/** Offset between the starts of two people (ms), so that no two act at the same time. */
const APART = 13

/** A schedule that runs one step at a time, in the order of time. Steps at the same time run in the order of people's names. */
class Queue implements Schedule {
  readonly #entries = new Map<Actor, number>()

  add(actor: Actor, at: number): void {
    this.#entries.set(actor, at)
  }

  /**
   * Does nothing. In a lockstep run people only poll at fixed times, because the arrival of broadcasts depends on the machine's
   * speed.
   */
  poke(): void {}

  take(end: number): { actor: Actor; at: number } | null {
    let first: { actor: Actor; at: number } | null = null
    for (const [actor, at] of this.#entries) {
      if (!first || at < first.at || (at === first.at && actor.name < first.actor.name)) first = { actor, at }
    }
    if (!first || first.at > end) return null
    this.#entries.delete(first.actor)
    return first
  }
}

/** Adds the people to the queue, each starting at a different time. */
async function populate(
  stage: Stage,
  queue: Queue,
  options: LockstepOptions,
  hold: (at: number) => void
): Promise<void> {
  const { api, agenda, town } = stage
  const sessions = await openSessions(api, options.data)
  const accounts = new Map<string, Account>()
  const roles = [...agenda.drivers, ...agenda.riders]
  await admit(sessions, roles, options.log, ({ email }, account) => void accounts.set(email, account))
  const [witness] = accounts.values()
  if (!witness) throw new Error('the demo people have no account here')
  town.watch.learn(await api.rows(witness.token, 'booking_transitions?select=from_status,to_status'))
  for (const [place, role] of roles.entries()) {
    const account = accounts.get(role.email)
    hold(options.begin + place * APART)
    if (!account) throw new Error(`${role.email} is absent`)
    if ('kind' in role) enterDriver(stage, role, account, queue, () => true)
    else enterRider(stage, role, account, queue, options.begin)
  }
}

/** Runs the simulation one step at a time, on a clock that is stopped between steps. The same seed gives the same hash. */
export async function playLockstep(options: LockstepOptions): Promise<Outcome> {
  const { begin, seconds, turn, tick } = options
  let now = begin
  const clock: AppClock = { now: () => now, rate: () => 1, hear: () => undefined }
  const record: string[] = []
  const failed: string[] = []
  const note = (who: string, what: string, detail: string | number = '') => {
    record.push(`${Math.round((now - begin) / 1000)} ${who} ${what} ${detail}`.trimEnd())
  }
  const before = async () => {
    await turn(now)
    now += REQUEST
  }
  const stage = await setStage(options, clock, { note, isLive: false, before })
  const queue = new Queue()
  await populate(stage, queue, options, (at) => {
    now = at
  })
  const server: Actor = {
    name: '',
    async step(at) {
      await before()
      await tick()
      return at + TICK
    }
  }
  queue.add(server, begin + TICK)
  const end = begin + seconds * 1000
  for (let next = queue.take(end); next; next = queue.take(end)) {
    const { actor, at } = next
    now = Math.max(now, at)
    const again = await actor.step(now).catch((error: unknown) => {
      failed.push(`${actor.name}: ${error}`)
      return now + TICK
    })
    if (again !== null) queue.add(actor, Math.max(again, at + 1))
  }
  const hash = createHash('sha256').update(record.join('\n')).digest('hex')
  return { hash, record, broken: stage.town.watch.broken, failed }
}
