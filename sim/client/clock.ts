/** One answer of the server: which second it was in. Milliseconds. */
interface Sample {
  /** When the answer came, by the clock of this machine. */
  heardAt: number
  date: number
}

/** A `Date` header counts whole seconds. */
const RESOLUTION = 1000
/** A hurried clock is turned this often. */
const STEP = 250
/** How long an answer counts, and the shortest time that two of them tell a speed by. */
const [MEMORY, BASE] = [2500, 1200]
/** A clock that moved further between two answers was turned: no speed explains it. */
const TURNED = 60_000

/** The app's time, as a client can know it. */
export interface AppClock {
  /** Milliseconds since 1970; never earlier than it was, unless the server's clock was put back. */
  now(): number
  /** How many seconds of the app pass in one. */
  rate(): number
  /** Takes the `Date` of an answer. */
  hear(date: string | null): void
}

/** The speed that the answers tell: 1, 4 or 16, since seconds between two of them tell no more. */
function rateOf(samples: readonly Sample[], known: number): number {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.heardAt - first.heardAt < BASE) return known
  const speed = (last.date - first.date) / (last.heardAt - first.heardAt)
  return speed < 2 ? 1 : speed < 8 ? 4 : 16
}

/** The moment of the newest answer: each says a second, those before it narrow it down as long as they agree. */
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

/** Follows the server's clock, which may be hurried: by answers of the last seconds. */
export function createAppClock(wall: () => number = Date.now): AppClock {
  let samples: Sample[] = []
  let rate = 1
  let base = { heardAt: wall(), app: wall() }
  let latest = 0
  return {
    now() {
      const time = base.app + (wall() - base.heardAt) * rate
      // Back by more than a moment the clock was turned: what comes next is earlier.
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
