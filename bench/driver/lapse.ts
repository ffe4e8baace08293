// Plays an hour in a minute: the page's clock and long timers run faster than real time, and its device reports the positions
// of a recording.

/** A position as a phone records it, once a second. */
export interface Recorded {
  lat: number
  lng: number
  heading: number | null
  speed: number
  accuracy: number
}

declare global {
  interface Window {
    lapse: {
      /** Starts driving: the device reports `rate` seconds of the recording per second. */
      drive: (fixes: Recorded[], rate: number) => void
      /** Number of positions that the device has reported. */
      told: number
      isOver: boolean
    }
  }
}

/**
 * Runs in the page. Timers of a second and more follow the accelerated clock; shorter ones belong to drawing and stay
 * unchanged. The device reports a position for each second of that clock from inside of the page, because a browser passes at
 * most 16 positions a second from outside on to a page.
 */
export function lapseInPage(first: Recorded): void {
  const LONG = 1000
  const RealDate = Date
  let rate = 1
  let since = { real: RealDate.now(), own: RealDate.now() }
  const now = () => since.own + (RealDate.now() - since.real) * rate
  window.Date = new Proxy(RealDate, {
    construct: (target, given, as) => Reflect.construct(target, given.length > 0 ? given : [now()], as),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? () => Math.round(now()) : Reflect.get(target, key))
  })
  // Hide `Date` headers, so that the page uses its own clock: the server's time is up to a minute old, because its gateway
  // reads the accelerated clock once a second.
  const { get } = Headers.prototype
  Headers.prototype.get = function (this: Headers, name: string) {
    return name.toLowerCase() === 'date' ? null : get.call(this, name)
  }

  const waiting = new Map<number, { due: number; every: number | null; run: () => void }>()
  let last = 1e9
  const real = {
    setTimeout: window.setTimeout.bind(window),
    setInterval: window.setInterval.bind(window),
    clear: window.clearTimeout.bind(window)
  }
  const wait = (run: () => void, ms: number, repeats: boolean): number => {
    last += 1
    waiting.set(last, { due: now() + ms, every: repeats ? ms : null, run })
    return last
  }
  window.setTimeout = ((run: () => void, ms = 0, ...args: unknown[]) =>
    ms >= LONG && args.length === 0 ? wait(run, ms, false) : real.setTimeout(run, ms, ...args)) as typeof setTimeout
  window.setInterval = ((run: () => void, ms = 0, ...args: unknown[]) =>
    ms >= LONG && args.length === 0 ? wait(run, ms, true) : real.setInterval(run, ms, ...args)) as typeof setInterval
  const clear = (id?: number) => {
    if (id !== undefined && !waiting.delete(id)) real.clear(id)
  }
  window.clearTimeout = clear as typeof clearTimeout
  window.clearInterval = clear as typeof clearInterval

  const watchers = new Map<number, PositionCallback>()
  const positionOf = (fix: Recorded): GeolocationPosition => {
    const coords = { ...fix, latitude: fix.lat, longitude: fix.lng, altitude: null, altitudeAccuracy: null }
    return { coords, timestamp: now() } as unknown as GeolocationPosition
  }
  let newest = first
  Object.defineProperty(navigator, 'geolocation', {
    value: {
      watchPosition: (onFix: PositionCallback) => {
        last += 1
        watchers.set(last, onFix)
        real.setTimeout(() => onFix(positionOf(newest)), 0)
        return last
      },
      clearWatch: (id: number) => void watchers.delete(id),
      getCurrentPosition: (onFix: PositionCallback) => void real.setTimeout(() => onFix(positionOf(newest)), 0)
    }
  })

  let recording: Recorded[] = []
  let began = 0
  window.lapse = {
    told: 0,
    isOver: false,
    drive: (fixes, speed) => {
      since = { real: RealDate.now(), own: now() }
      rate = speed
      began = now()
      recording = fixes
    }
  }
  // Runs each callback in its own task, like timers and positions: many at once would be one long task that no phone has.
  const soon = (run: () => void) => real.setTimeout(run, 0)
  real.setInterval(() => {
    const at = now()
    for (const [id, timer] of waiting) {
      if (timer.due > at) continue
      if (timer.every === null) waiting.delete(id)
      else timer.due = Math.max(timer.due + timer.every, at)
      soon(timer.run)
    }
    for (let fix = recording[window.lapse.told]; fix; fix = recording[window.lapse.told]) {
      if (at < began + window.lapse.told * 1000) return
      window.lapse.told += 1
      newest = fix
      const position = positionOf(fix)
      for (const onFix of watchers.values()) soon(() => onFix(position))
    }
    if (recording.length > 0 && !window.lapse.isOver) {
      window.lapse.isOver = true
      since = { real: RealDate.now(), own: at }
      rate = 1
    }
  }, 4)
}
