/** A server's `Date`, and when its response came, in milliseconds. */
interface Sample {
  /** When the response came, by this machine's clock. */
  heardAt: number
  date: number
}

/** Precision of a `Date` header (ms): it counts whole seconds. */
const RESOLUTION = 1000
/** Interval (ms) at which the server advances an accelerated clock. */
const STEP = 250
/** How long a response is used for estimates, and the least time between two responses from which a speed is computed (ms). */
const [MEMORY, BASE] = [2500, 1200]
/** A clock that moved more than this between two responses (ms) was set: no speed explains it. */
const TURNED = 60_000

/** The app's time, as a client can know it. */
export interface AppClock {
  /** The app's time in milliseconds since 1970. It never goes back, unless the server's clock was set back. */
  now(): number
  /** Speed of the app's time: its seconds per real second. */
  rate(): number
  /** Learns from the `Date` header of a response. */
  hear(date: string | null): void
}

/** The speed from the responses: 1, 4 or 16, because whole seconds allow no finer estimate. */
function rateOf(samples: readonly Sample[], known: number): number {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.heardAt - first.heardAt < BASE) return known
  const speed = (last.date - first.date) / (last.heardAt - first.heardAt)
  return speed < 2 ? 1 : speed < 8 ? 4 : 16
}

/** The time from the newest response; earlier ones narrow it down if they agree. */
function momentOf(samples: readonly Sample[], rate: number): number {
  const slack = STEP * (rate - 1)
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const latest = samples.at(-1)?.heardAt ?? 0
  for (const { heardAt, date } of samples.toReversed()) {
    const since = (latest - heardAt) * rate
    const [from, to] = [Math.max(low, date + since - slack), Math.min(high, date + RESOLUTION + since + slack)]
    if (from > to) break
    ;[low, high] = [from, to]
  }
  return (low + high) / 2
}

/** Follows the server's clock, which may be accelerated, by the responses of the last seconds. */
export function createAppClock(wall: () => number = Date.now): AppClock {
  let samples: Sample[] = []
  let rate = 1
  let base = { heardAt: wall(), app: wall() }
  let latest = 0
  return {
    now() {
      const time = base.app + (wall() - base.heardAt) * rate
      // A step back by more than a minute means that the server's clock was set back: then times before the last one are right.
      latest = latest - time > TURNED ? time : Math.max(latest, time)
      return latest
    },
    rate: () => rate,
    hear(header) {
      const date = header ? Date.parse(header) : Number.NaN
      if (!Number.isFinite(date)) return
      const heardAt = wall()
      const before = samples.at(-1)
      if (before && Math.abs(date - before.date - (heardAt - before.heardAt) * rate) > TURNED) samples = []
      samples = [...samples.filter((sample) => heardAt - sample.heardAt < MEMORY), { heardAt, date }]
      rate = rateOf(samples, rate)
      base = { heardAt, app: momentOf(samples, rate) }
    }
  }
}
