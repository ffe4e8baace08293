import { type PositionSource, positionSource } from '@/lib/position-source'
import { serverNow, toServerTime } from '@/lib/server-clock'
import { courseOf } from './course'
import type { Fix, LocationState } from './model'

/** A car that stands gives no new fixes by itself, while riders see a position as old after 15 s. */
const HEARTBEAT_MS = 10_000
/** How often that is looked at; they are the server's seconds, of which more pass where a demo hurries. */
const LOOK_MS = 1000
/** Faster than this a silent phone has lost its signal; slower, it stands where it stood (m/s). */
const STANDING = 1.5
/** A fix from before a pause this short still stands (ms). */
const KEEP_MS = 30_000
const MAX_AGE_MS = 5000
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: MAX_AGE_MS, timeout: 20_000 }

/** Following stops and starts during a shift; the car does not. */
let lastKnown: Fix | null = null
/** Whose fix that is: another source may be in another town. */
let knownTo: PositionSource | null = null

/**
 * When a fix was taken, by the server's clock. The device vouches for none older than it was asked for, and the
 * satellites' time on it need not be that of its own clock: whatever is written there, it lies in between.
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

/** One fix now; rejects with a {@link LocationState}. Asks for permission where that has not been given. */
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

/** Calls when the person allows positions again. A watch that was refused stays silent then. */
function onAllowed(listener: () => void): () => void {
  let status: PermissionStatus | null = null
  let isOver = false
  const change = () => {
    if (status?.state === 'granted') listener()
  }
  // Browsers that cannot tell follow again from the next page on.
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

/** What following the phone tells. */
export interface LocationListener {
  onFix: (fix: Fix) => void
  /** Following has failed: `denied` or `unavailable`. */
  onLost: (state: LocationState) => void
}

/**
 * Follows the phone until the returned function is called. A watch calls only when the position changes, so the last
 * fix of a standing car is repeated; that of a moving car is not, since its silence means that nobody knows.
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
        // A time-out with a fix at hand says only that nothing has changed.
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
    if (isLost || !lastKnown || (lastKnown.speed ?? 0) >= STANDING) return
    if (serverNow() - lastKnown.at >= HEARTBEAT_MS) take({ ...lastKnown, at: serverNow() })
  }, LOOK_MS)
  return () => {
    source.clearWatch(watch)
    clearInterval(beat)
    forget()
  }
}
