import { type PositionSource, positionSource } from '@/lib/position-source'
import { serverNow, toServerTime } from '@/lib/server-clock'
import { courseOf } from './course'
import type { Fix, LocationState } from './model'

/**
 * Interval at which a parked car's position is repeated (ms). Its phone reports no new ones, but riders see a position as
 * outdated after 15 s.
 */
const HEARTBEAT_MS = 10_000
/**
 * Interval of the check whether to repeat it (ms, real time); the interval above counts server time, which passes faster in a
 * demo.
 */
const LOOK_MS = 1000
/** A car slower than this (m/s) stands still if its phone is silent; a faster one has lost its signal. */
const STANDING = 1.5
/** A moving car without a fix for this long is lost (ms): dispatch no longer offers it trips. */
const SILENT_MS = 60_000
/** After a pause in watching of at most this length (ms), the last position is still used. */
const KEEP_MS = 30_000
const MAX_AGE_MS = 5000
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: MAX_AGE_MS, timeout: 20_000 }

/**
 * The last position of the phone. It is kept outside of the watch, which stops and starts during a shift while the car stays
 * where it is.
 */
let lastKnown: Fix | null = null
/** The source of the last position; it is not used with another source, which may be in another town. */
let knownTo: PositionSource | null = null

/**
 * When a position was measured, in server time. Its timestamp (satellite time) may differ from the device's clock, so the
 * result is limited to the time between request and now.
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
 * Measures the position once; rejects with a {@link LocationState}. The browser asks for permission if it was not given yet.
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

/** Calls `listener` when the person permits positions again: a watch that was refused does not start again by itself. */
function onAllowed(listener: () => void): () => void {
  let status: PermissionStatus | null = null
  let isOver = false
  const change = () => {
    if (status?.state === 'granted') listener()
  }
  // In browsers without this API, watching starts again when the page is loaded.
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
  /** Watching has failed: `denied` or `unavailable`. */
  onLost: (state: LocationState) => void
}

/**
 * Watches the phone's position until the returned function is called. A watch reports only changes, so the last fix of a parked
 * car is repeated. That of a moving car is not: after a minute without a fix its position is reported as unavailable.
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
        // A timeout while a fix is known may mean that a parked car has not moved; a silent moving car is noticed below.
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
