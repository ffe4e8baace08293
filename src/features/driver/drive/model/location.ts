import { type PositionSource, positionSource } from '@/lib/geo/position-source'
import { knownOffset, serverNow, serverRate, toServerTime } from '@/lib/time/server-clock'
import { courseOf } from './course'
import type { Fix, LocationState } from './state'

/**
 * A watch that reports nothing for this long (ms) is not trusted: the position is measured again, and a new watch begins. The
 * phone of a parked car reports no changes, and neither does a watch that a sleeping phone has ended.
 */
const SILENCE_MS = 20_000
/** The age from which a position no longer says where the car is (ms). The server uses the same figure. */
const UNKNOWN_MS = 60_000
/** How often silence and age are checked (ms). */
const LOOK_MS = 1000
/** Positions less accurate than this (m) are ignored by the server. */
export const COARSE_M = 500
/** A timestamp this far in the future (ms) is still plausible: clocks of a phone differ by less. */
const CLOCK_STEP_MS = 1000
/**
 * A phone that is asked for a new position may answer with a timestamp of unknown age (see `measuredAt`). If the timestamp is at
 * most this far from the request (ms), the position counts from the request, otherwise it is dropped: it was not measured now.
 */
const CLOCK_ERROR_MS = 5 * 60_000
const ACCURATE = { enableHighAccuracy: true, timeout: 20_000 }
const WATCHED: PositionOptions = { ...ACCURATE, maximumAge: 5000 }
const MEASURED: PositionOptions = { ...ACCURATE, maximumAge: 0 }

/**
 * The last position of the phone. It is kept outside the watch, because the watch stops and starts during a shift while the car
 * stays where it is.
 */
let lastKnown: Fix | null = null
/**
 * The source of `lastKnown`. When the source changes between the phone and the demo's simulated car, the position is dropped:
 * the two may be in different towns.
 */
let knownTo: PositionSource | null = null
/** The running watch. A browser answers a request for a new position only if no watch holds an older one. */
let running: {
  pause: () => void
  resume: () => void
  take: (position: GeolocationPosition, asked: number) => void
} | null = null

/** The age of a position in the device's time (ms): in a demo the server's time passes faster. */
const ageOf = ({ at }: Fix): number => (serverNow() - at) / serverRate()

/**
 * Returns when a position was measured, in server time (ms); null if that is unknown: a timestamp in the future, or older than
 * the page. Satellites have the right time, so it is also accepted if only the device's clock is wrong.
 *
 * @param now the device's time (ms)
 */
export function measuredAt(timestamp: number, now = Date.now()): number | null {
  const isSeen = (at: number) => at >= performance.timeOrigin && at <= now + CLOCK_STEP_MS
  const offset = knownOffset() ?? 0
  const told = [timestamp, timestamp - offset].find(isSeen)
  return told === undefined ? null : toServerTime(Math.min(now, Math.round(told)))
}

/**
 * @param asked the device's time when this position was requested (ms); null for a position of the watch
 * @returns null if the age of the position is unknown
 */
function toFix({ coords, timestamp }: GeolocationPosition, asked: number | null): Fix | null {
  const isNear = asked !== null && Math.abs(asked - timestamp) <= CLOCK_ERROR_MS
  const at = measuredAt(timestamp) ?? (isNear ? toServerTime(asked) : null)
  if (at === null) return null
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    heading: coords.heading !== null && Number.isFinite(coords.heading) ? coords.heading : null,
    accuracy: coords.accuracy,
    speed: coords.speed,
    at
  }
}

const isCoarse = ({ accuracy }: Fix): boolean => (accuracy ?? 0) > COARSE_M

const stateOf = (error: GeolocationPositionError): LocationState =>
  error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable'

/**
 * Measures the position now. Rejects with a {@link LocationState}: `coarse` if it is too inaccurate, `unavailable` also if the
 * phone answers with an old one. The browser asks for permission if it was not given yet.
 */
export function locateOnce(): Promise<Fix> {
  return new Promise((resolve, reject: (state: LocationState) => void) => {
    const source = positionSource()
    if (!source) return reject('unavailable')
    const asked = Date.now()
    running?.pause()
    source.getCurrentPosition(
      (position) => {
        running?.take(position, asked)
        const fix = toFix(position, asked)
        if (!fix || ageOf(fix) >= UNKNOWN_MS) return reject('unavailable')
        return isCoarse(fix) ? reject('coarse') : resolve(fix)
      },
      (error) => reject(stateOf(error)),
      MEASURED
    )
    running?.resume()
  })
}

/** A position of the watch that is at most this old (ms) is as good as a new one, and is there without waiting. */
const FRESH_MS = 10_000

/** Returns where the car is now: the watch's last position if it is fresh, otherwise a new one. Rejects as `locateOnce` does. */
export async function locateNow(): Promise<Fix> {
  const known = positionSource() === knownTo ? lastKnown : null
  return known && ageOf(known) <= FRESH_MS ? known : locateOnce()
}

/**
 * Calls `listener` when the person permits positions again, because a watch that was refused does not start again by itself.
 * Returns a function that stops listening.
 */
function onAllowed(listener: () => void): () => void {
  let status: PermissionStatus | null = null
  let isOver = false
  const change = () => {
    if (status?.state === 'granted') listener()
  }
  // In browsers without the permissions API, watching starts again when the page is loaded.
  void navigator.permissions
    ?.query({ name: 'geolocation' })
    .then((found) => {
      if (isOver) return
      status = found
      status.addEventListener('change', change)
    })
    .catch(() => {})
  return () => {
    isOver = true
    status?.removeEventListener('change', change)
  }
}

/**
 * Calls `listener` when a page that may have been asleep works again: it became visible, came back from the history, or has a
 * network again. Returns a function that stops listening.
 */
function onReturn(listener: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('pageshow', listener)
  window.addEventListener('online', listener)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('pageshow', listener)
    window.removeEventListener('online', listener)
  }
}

/** Callbacks of watching the phone's position. */
export interface LocationListener {
  onFix: (fix: Fix) => void
  /** Called with `denied`, `unavailable` or `coarse` when the position is unknown. */
  onLost: (state: LocationState) => void
}

/**
 * Watches the phone's position until the returned function is called. A position is passed on once, with the time at which it
 * was measured; it is never repeated as a newer one. When the watch is silent, or the page was asleep, the position is measured
 * again. A minute after the last measured position it is unknown.
 */
export function followLocation({ onFix, onLost }: LocationListener): () => void {
  const source = positionSource()
  if (!source) {
    onLost('unavailable')
    return () => {}
  }
  if (source !== knownTo) lastKnown = null
  knownTo = source
  let lost: LocationState | null = null
  let watch = 0
  /** When the watch last reported a new position, or when the position was last requested (device time, ms). */
  let heardAt = Date.now()
  const lose = (state: LocationState) => {
    if (lost === state) return
    lost = state
    onLost(state)
  }
  const isKnown = () => lastKnown !== null && ageOf(lastKnown) < UNKNOWN_MS
  const take = (position: GeolocationPosition, asked: number | null) => {
    const fix = toFix(position, asked)
    if (!fix) {
      // Asked at once, but not again and again: the answer may be of unknown age, too.
      if (asked === null && !isKnown()) measureSoon()
      return
    }
    // The watch or the phone repeats a position. (A known one is in the future only if the device's clock was corrected.)
    if (lastKnown && fix.at <= lastKnown.at && ageOf(lastKnown) >= -CLOCK_STEP_MS) return
    heardAt = Date.now()
    if (isCoarse(fix)) {
      if (!isKnown()) lose('coarse')
      return
    }
    lastKnown = { ...fix, heading: courseOf(lastKnown, fix) }
    if (!isKnown()) return
    lost = null
    onFix(lastKnown)
  }
  const fail = (error: GeolocationPositionError) => {
    const state = stateOf(error)
    // The phone of a parked car may not answer in time. Its position stays known for a minute.
    if (state === 'denied' || !isKnown()) lose(state === 'unavailable' && lost === 'coarse' ? 'coarse' : state)
  }
  const pause = () => source.clearWatch(watch)
  const resume = () => {
    watch = source.watchPosition((position) => take(position, null), fail, WATCHED)
  }
  const measure = () => {
    const asked = Date.now()
    heardAt = asked
    pause()
    source.getCurrentPosition((position) => take(position, asked), fail, MEASURED)
    resume()
  }
  let measured = 0
  const measureSoon = () => {
    if (Date.now() - measured < SILENCE_MS) return
    measured = Date.now()
    measure()
  }
  if (isKnown() && lastKnown) onFix(lastKnown)
  resume()
  running = { pause, resume, take }
  const own = running
  const forget = [onAllowed(measure), onReturn(measure)]
  const beat = setInterval(() => {
    if (lost !== 'denied' && Date.now() - heardAt >= SILENCE_MS) measure()
    if (lastKnown && lost === null && !isKnown()) lose('unavailable')
  }, LOOK_MS)
  return () => {
    if (running === own) running = null
    pause()
    clearInterval(beat)
    for (const stop of forget) stop()
  }
}
