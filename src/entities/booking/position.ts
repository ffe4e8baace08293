import { serverRate } from '@/lib/server-clock'

/** A driver's position and when it was measured (`at`, in milliseconds since the epoch). */
export interface LivePosition {
  lat: number
  lng: number
  heading: number | null
  at: number
}

/** The age from which a position is shown as outdated (ms): even a parked car reports every few seconds. */
export const STALE_AFTER_MS = 15_000

/**
 * The age of a position in seconds if it is outdated (older than `STALE_AFTER_MS`), otherwise null. A position with a time in
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

/** Parses a position broadcast by a phone; null if malformed. */
export function readPosition(payload: unknown): LivePosition | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { lat, lng, heading, at } = payload as Record<string, unknown>
  if (typeof lat !== 'number' || typeof lng !== 'number' || typeof at !== 'number') return null
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) return null
  return { lat, lng, at, heading: typeof heading === 'number' ? heading : null }
}
