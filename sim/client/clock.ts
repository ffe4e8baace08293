/** The second of a server's response. Milliseconds. */
interface Sample {
  /** The time of the response, by this machine's clock. */
  heardAt: number
  date: number
}

/** A `Date` header counts whole seconds. */
const RESOLUTION = 1000
/** The interval at which an accelerated clock is advanced. */
const STEP = 250
/** How long a response counts, and the shortest time between two of them from which to compute a speed. */
const [MEMORY, BASE] = [2500, 1200]
/** A clock that moved further between two responses was set: no speed explains it. */
const TURNED = 60_000

/** The app's time, as a client can know it. */
export interface AppClock {
  /** Milliseconds since 1970; monotonic, unless the server's clock was set back. */
  now(): number
  /** Seconds of the app's time per second. */
  rate(): number
  /** Reads the `Date` of a response. */
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
      // The clock was set back by more than a moment: later times are earlier.
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
