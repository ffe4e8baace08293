import { type PositionSource, positionSource } from '@/lib/position-source'
import { serverNow, toServerTime } from '@/lib/server-clock'
import { courseOf } from './course'
import type { Fix, LocationState } from './model'

/** A parked phone reports no new fixes, but riders see a position as stale after 15 s. */
const HEARTBEAT_MS = 10_000
/** Checked this often in real time; the heartbeat counts server seconds, which pass faster in a demo. */
const LOOK_MS = 1000
/** Faster than this a silent phone has lost its signal; slower, it is still in the same place (m/s). */
const STANDING = 1.5
/** A moving car without a fix for this long is lost (ms): dispatch no longer offers it trips. */
const SILENT_MS = 60_000
/** After a pause of at most this length the last fix is still used (ms). */
const KEEP_MS = 30_000
const MAX_AGE_MS = 5000
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: MAX_AGE_MS, timeout: 20_000 }

/** Kept outside the watch: watching stops and starts during a shift, but the car stays where it is. */
let lastKnown: Fix | null = null
/** The source of that fix: another source may be in another town. */
let knownTo: PositionSource | null = null

/**
 * When a fix was taken, in server time. A fix is never older than its request, and its timestamp (satellite time) may differ
 * from the device's clock, so the result is limited to that interval.
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

/** Gets one fix now; rejects with a {@link LocationState}. Asks for permission if it was not given yet. */
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

/** Calls `listener` when the person allows positions again. A watch that was refused does not recover by itself. */
function onAllowed(listener: () => void): () => void {
  let status: PermissionStatus | null = null
  let isOver = false
  const change = () => {
    if (status?.state === 'granted') listener()
  }
  // Browsers without this API start again with the next page.
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
