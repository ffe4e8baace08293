import { type Clock, type MachineTime, machineTime } from '../clock/index.ts'
import type { Database, Log } from '../types.ts'

/** The possible speeds of the demo. */
const speeds = [1, 4, 16] as const
export type Speed = (typeof speeds)[number]
export const isSpeed = (value: unknown): value is Speed => speeds.some((speed) => speed === value)

/** Why time runs at 1x although more was requested: `offer` means that a person has to answer an offer. */
type Held = 'offer'

export interface SpeedState {
  /** Time of the rules, milliseconds since 1970. */
  now: number
  /** The current speed. */
  speed: Speed
  /** The speed that a person has chosen. */
  chosen: Speed
  held: Held | null
}

export interface SpeedControl {
  state(): SpeedState
  choose(speed: Speed): void
  /** Calls back when the speed or its restriction changes. The returned function ends this. */
  watch(onChange: () => void): () => void
  stop(): Promise<void>
}

interface SpeedOptions {
  database: Database
  clock: Clock
  log: Log
  time?: MachineTime
}

/** Interval of the steps in which time is advanced (ms of real time). At 16x, each step is 4 s of the rules' time. */
const TICK_MS = 250
/**
 * How often dispatch runs in the rules' time (ms). The database's own loop runs every five seconds of real time: too seldom
 * when these are more than a minute of the rules' time.
 */
const DISPATCH_MS = 5000

/**
 * SQL of one step: advances the clock unless a person has an offer to answer. A person drives in a browser, identified by the
 * user agent of the session; the city's drivers are programs. An open page renews its session every quarter of an hour, so an
 * older session belongs to a closed page. The check comes before the step, so an offer loses no second of its time, and time
 * never goes back. While the demo's history is generated, its transactions set the clock for a moment each and reset it: if a
 * step fails meanwhile, a later one makes up for it.
 */
const turn = `
  with held as (
    select exists (
      select from public.booking_offers o
      join auth.sessions s on s.user_id = o.driver_id and s.user_agent like 'Mozilla/%'
        and coalesce(s.refreshed_at::timestamptz, s.created_at) > now() - interval '30 minutes'
      where o.status = 'open' and o.expires_at > app.now()
    ) as by_offer
  ), free as (
    select from app.clock for update skip locked
  ), turned as (
    update app.clock set "offset" = "offset" + make_interval(secs => greatest(0, $1::float8)) from held
    where not held.by_offer and exists (select from free) returning "offset"
  )
  select held.by_offer, (extract(epoch from coalesce(turned."offset", clock."offset")) * 1000)::float8 as "offset"
  from app.clock clock cross join held left join turned on true
  where exists (select from free)`

/** Accelerates the rules' time on request. The speed is 1x at the start. */
export function createSpeedControl({ database, clock, log, time = machineTime }: SpeedOptions): SpeedControl {
  const watchers = new Set<() => void>()
  let chosen: Speed = 1
  let held: Held | null = null
  let running: Promise<void> | null = null
  let isStopped = false
  let sinceDispatch = 0
  /** The speed since the last tick: a newly chosen speed applies from the next tick on, which first counts the elapsed time. */
  let rate: Speed = 1

  const tell = (): void => {
    for (const watcher of watchers) watcher()
  }
  const hold = (why: Held | null): void => {
    if (why === held) return
    held = why
    tell()
  }

  /**
   * Counts the time from the last tick to `begin`, and continues from `begin` at the current speed.
   *
   * @returns whether the time was counted
   */
  async function tick(elapsed: number, begin: number): Promise<boolean> {
    const [row] = await database.query<{ by_offer: boolean; offset: number | string }>(turn, [
      ((rate - 1) * elapsed) / 1000
    ])
    if (!row) return false
    sinceDispatch += rate * elapsed
    rate = row.by_offer ? 1 : chosen
    clock.set(Number(row.offset), rate, begin)
    hold(row.by_offer ? 'offer' : null)
    if (sinceDispatch < DISPATCH_MS) return true
    sinceDispatch = 0
    await database.query('select app.dispatch_tick()')
    return true
  }

  async function run(): Promise<void> {
    let last = time.now()
    for (;;) {
      const begin = time.now()
      const isCounted = await tick(begin - last, begin).catch((error: unknown) => {
        log.warn('demo.hurry_failed', { error })
        return true
      })
      if (isCounted) last = begin
      // End only after a tick, so that all elapsed time is counted.
      if (isCounted && (isStopped || (chosen === 1 && rate === 1))) break
      await time.sleep(TICK_MS)
    }
    hold(null)
    running = null
  }

  return {
    state: () => ({ now: Math.round(clock.now()), speed: held ? 1 : chosen, chosen, held }),
    choose(speed) {
      if (speed === chosen || isStopped) return
      chosen = speed
      log.info('demo.hurried', { speed })
      tell()
      running ??= run()
    },
    watch(onChange) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    async stop() {
      isStopped = true
      await running
    }
  }
}
