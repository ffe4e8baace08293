import { serverNow, serverRate } from '@/lib/time/server-clock'

/** A driver's position and when it was measured (`at`, in milliseconds since the epoch). */
export interface LivePosition {
  lat: number
  lng: number
  heading: number | null
  at: number
}

/** The age from which a position's age is shown (ms). A parked car is measured again every 20 s. */
export const STALE_AFTER_MS = 30_000

/** The age from which a position no longer says where the car is (ms). The server uses the same figure. */
const UNKNOWN_AFTER_MS = 60_000

/** Whether a position is too old for promises, such as a time of arrival. (`rate`: as for `staleSeconds`) */
export const isOutdated = (position: Pick<LivePosition, 'at'> | null, now: number, rate = serverRate()): boolean =>
  position !== null && (now - position.at) / rate >= UNKNOWN_AFTER_MS

/**
 * The age of a position in seconds if it is stale (older than `STALE_AFTER_MS`), otherwise null. A position with a time in
 * the future counts as current, because some phones' clocks are fast. In a demo the server's clock may run faster (`rate`
 * times). Cars do not report more often then, so the age is divided by `rate`.
 */
export function staleSeconds(
  position: Pick<LivePosition, 'at'> | null,
  now: number,
  rate = serverRate()
): number | null {
  if (!position) return null
  const age = (now - position.at) / rate
  return age > STALE_AFTER_MS ? Math.floor(age / 1000) : null
}

/** The newer of two positions: messages may arrive late and must not move the car back. */
export function newer(a: LivePosition | null, b: LivePosition | null): LivePosition | null {
  if (!a) return b
  if (!b) return a
  return b.at >= a.at ? b : a
}

/**
 * Parses a position broadcast by a phone; null if malformed. It is not newer than now, whatever the phone claims: a position in
 * the future would hide all later ones.
 */
export function readPosition(payload: unknown): LivePosition | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { lat, lng, heading, at } = payload as Record<string, unknown>
  if (typeof lat !== 'number' || typeof lng !== 'number' || typeof at !== 'number') return null
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180) || !Number.isFinite(at)) return null
  return { lat, lng, at: Math.min(at, serverNow()), heading: typeof heading === 'number' ? heading : null }
}
