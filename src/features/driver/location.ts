import { type PositionSource, positionSource } from '@/lib/position-source'
import { serverNow, toServerTime } from '@/lib/server-clock'
import { courseOf } from './course'
import type { Fix, LocationState } from './model'

/**
 * Interval at which the position of a parked car is repeated (ms). The phone of a parked car reports no new positions, but
 * riders see a position as outdated after 15 s.
 */
const HEARTBEAT_MS = 10_000
/**
 * How often to check whether the position must be repeated (ms of real time). `HEARTBEAT_MS` counts server time, which passes
 * faster in a demo.
 */
const LOOK_MS = 1000
/**
 * Speed that tells a parked car from one that has lost its signal (m/s). If the phone reports no new positions, its last speed
 * decides: below this value the car counts as parked, otherwise as without a signal.
 */
const STANDING = 1.5
/** A moving car without a position for this long has lost its signal (ms): dispatch no longer offers it trips. */
const SILENT_MS = 60_000
/** If watching is interrupted for at most this time (ms), the last position is still used. */
const KEEP_MS = 30_000
const MAX_AGE_MS = 5000
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: MAX_AGE_MS, timeout: 20_000 }

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

/**
 * Returns when a position was measured, in server time (ms). The position's timestamp (satellite time) may differ from the
 * device's clock, so the result is limited to the last `MAX_AGE_MS`.
 */
function takenAt(timestamp: number): number {
  const now = serverNow()
  return Math.min(now, Math.max(now - MAX_AGE_MS, toServerTime(Math.round(timestamp))))
}

function toFix({ coords, timestamp }: GeolocationPosition): Fix {
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    heading: coords.heading !== null && Number.isFinite(coords.heading) ? coords.heading : null,
    accuracy: coords.accuracy,
    speed: coords.speed,
    at: takenAt(timestamp)
  }
}

const stateOf = (error: GeolocationPositionError): LocationState =>
  error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable'

/**
 * Measures the position once. Rejects with a {@link LocationState}. The browser asks for permission if it was not given yet.
 */
export function locateOnce(): Promise<Fix> {
  return new Promise((resolve, reject: (state: LocationState) => void) => {
    const source = positionSource()
    if (!source) return reject('unavailable')
    source.getCurrentPosition(
      (position) => resolve(toFix(position)),
      (error) => reject(stateOf(error)),
      OPTIONS
    )
  })
}

/** A position of the watch that is at most this old (ms) is as good as a new one, and is there without waiting. */
const FRESH_MS = 10_000

/**
 * Returns where the car is now: the watch's last position if it is fresh, otherwise a new one. If none can be measured, a
 * position of the last half minute is used. Rejects with a {@link LocationState}.
 */
export async function locateNow(): Promise<Fix> {
  const known = positionSource() === knownTo ? lastKnown : null
  const age = known ? serverNow() - known.at : Number.POSITIVE_INFINITY
  if (known && age <= FRESH_MS) return known
  return locateOnce().catch((state: LocationState) => {
    if (known && serverNow() - known.at < KEEP_MS) return known
    throw state
  })
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

/** Callbacks of watching the phone's position. */
export interface LocationListener {
  onFix: (fix: Fix) => void
  /** Called with `denied` or `unavailable` when watching has failed. */
  onLost: (state: LocationState) => void
}

/**
 * Watches the phone's position until the returned function is called. A watch reports only changes, so the last position of a
 * parked car is repeated. The last position of a moving car is not repeated. After a minute without a new one, its position is
 * reported as unavailable.
 */
export function followLocation({ onFix, onLost }: LocationListener): () => void {
  const source = positionSource()
  if (!source) {
    onLost('unavailable')
    return () => {}
  }
  if (source !== knownTo) lastKnown = null
  knownTo = source
  let isLost = false
  const take = (raw: Fix) => {
    lastKnown = { ...raw, heading: courseOf(lastKnown, raw) }
    onFix(lastKnown)
  }
  if (lastKnown && serverNow() - lastKnown.at < KEEP_MS) take(lastKnown)
  const follow = () =>
    source.watchPosition(
      (position) => {
        isLost = false
        take(toFix(position))
      },
      (error) => {
        // If a position is known, a timeout may only mean that a parked car has not moved. The timer below notices a moving car
        // that reports no position.
        if (error.code === error.TIMEOUT && lastKnown) return
        isLost = true
        onLost(stateOf(error))
      },
      OPTIONS
    )
  let watch = follow()
  const forget = onAllowed(() => {
    source.clearWatch(watch)
    watch = follow()
  })
  const beat = setInterval(() => {
    if (isLost || !lastKnown) return
    const age = serverNow() - lastKnown.at
    const isMoving = (lastKnown.speed ?? 0) >= STANDING
    if (isMoving && age >= SILENT_MS) {
      isLost = true
      onLost('unavailable')
    } else if (!isMoving && age >= HEARTBEAT_MS) {
      take({ ...lastKnown, at: serverNow() })
    }
  }, LOOK_MS)
  return () => {
    source.clearWatch(watch)
    clearInterval(beat)
    forget()
  }
}
