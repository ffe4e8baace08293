/** The time in the header `Date` of one response (ms since 1970). */
interface Sample {
  /** When the response arrived, by this machine's clock (ms since 1970). */
  heardAt: number
  date: number
}

/** Precision of a `Date` header (ms), which holds whole seconds. */
const RESOLUTION = 1000
/** While time is accelerated, the server advances its clock at this interval (ms). */
const STEP = 250
/**
 * MEMORY: responses of the last 2.5 s are used for estimates. BASE: the speed of time is computed only if at least 1.2 s lie
 * between the first and the last of them.
 */
const [MEMORY, BASE] = [2500, 1200]
/** If the server's time differs from our estimate by more than this (ms), the server's clock was set. */
const TURNED = 60_000

/** The app's time, estimated from responses. The server may accelerate or set it. */
export interface AppClock {
  /** Returns the app's time (ms since 1970). It never goes back, unless the server's clock was set back. */
  now(): number
  /** Returns the speed of the app's time: seconds of the app's time per real second. */
  rate(): number
  /** Updates the estimate from the `Date` header of a response; null is ignored. */
  hear(date: string | null): void
}

/**
 * Estimates the speed of time from responses. The result is one of the demo's speeds: 1, 4 or 16.
 *
 * @param known returned if there are too few responses for an estimate
 */
function rateOf(samples: readonly Sample[], known: number): number {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.heardAt - first.heardAt < BASE) return known
  const speed = (last.date - first.date) / (last.heardAt - first.heardAt)
  return speed < 2 ? 1 : speed < 8 ? 4 : 16
}

/**
 * Estimates the app's time at the newest response. Earlier responses narrow the estimate down as long as they agree with it.
 */
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

/**
 * Creates a clock that estimates the server's time from the `Date` headers of the latest responses.
 *
 * @param wall this machine's clock
 */
export function createAppClock(wall: () => number = Date.now): AppClock {
  let samples: Sample[] = []
  let rate = 1
  let base = { heardAt: wall(), app: wall() }
  let latest = 0
  return {
    now() {
      const time = base.app + (wall() - base.heardAt) * rate
      // Time never goes back, except by more than a minute: then the server's clock was set back.
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
