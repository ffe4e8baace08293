import { type Clock, type MachineTime, machineTime } from '../clock/index.ts'
import type { Database, Log } from '../types.ts'

/** The possible speeds of the demo. */
const speeds = [1, 4, 16] as const
export type Speed = (typeof speeds)[number]
export const isSpeed = (value: unknown): value is Speed => speeds.some((speed) => speed === value)

/** Why time runs at 1x although a person has chosen more: `offer` means that a person has an offer to answer. */
type Held = 'offer'

export interface SpeedState {
  /** The product's time, which the demo accelerates (ms since 1970). */
  now: number
  /** The current speed: product seconds per real second. */
  speed: Speed
  /** The speed that a person has chosen. */
  chosen: Speed
  held: Held | null
}

export interface SpeedControl {
  state(): SpeedState
  choose(speed: Speed): void
  /** Calls `onChange` when `speed`, `chosen` or `held` changes, until the returned function is called. */
  watch(onChange: () => void): () => void
  stop(): Promise<void>
}

interface SpeedOptions {
  database: Database
  clock: Clock
  log: Log
  time?: MachineTime
}

/** Interval of the steps in which the product's time is advanced (real ms). At 16x, each step is 4 s of the product's time. */
const TICK_MS = 250
/**
 * How often dispatch (`app.dispatch_tick`) runs (ms of the product's time). The database's own loop runs every five seconds of
 * real time. That is too seldom at 16x, at which five seconds are more than a minute of the product's time.
 */
const DISPATCH_MS = 5000

/**
 * SQL of one step: advances `app.clock` by the given seconds in addition to real time, unless a driver who is a person has an
 * open offer. A driver is a person if the user agent of the session is a browser; simulated drivers are programs. An open page
 * renews its session every quarter of an hour. So a session that was not renewed for 30 minutes belongs to a closed page. The
 * offer is checked before the clock is advanced, so that the person has the full time for the answer. Time never goes back.
 *
 * While past bookings are generated, transactions lock the clock for a moment. Then a step returns no row, and the next step
 * advances the clock by the missed time, too.
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

/** Creates the control of the product's time, whose speed is 1x until `choose` is called. */
export function createSpeedControl({ database, clock, log, time = machineTime }: SpeedOptions): SpeedControl {
  const watchers = new Set<() => void>()
  let chosen: Speed = 1
  let held: Held | null = null
  let running: Promise<void> | null = null
  let isStopped = false
  let sinceDispatch = 0
  /**
   * The speed since the last tick. A newly chosen speed applies from the next tick on, after that tick has counted the elapsed
   * time.
   */
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
   * Adds the real time since the last tick to the product's time, at the speed `rate` that applied during that time. While a
   * person has an offer to answer, the speed is 1x. Runs dispatch when at least `DISPATCH_MS` of the product's time have passed
   * since its last run.
   *
   * @param elapsed real time since the last tick (ms)
   * @param begin when this tick began (real ms); the speed that this tick chooses applies from that moment
   * @returns whether the elapsed time was counted; false if the clock was locked
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
      // Do not end the loop if the clock was locked during this tick: the elapsed time has not been counted yet.
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
