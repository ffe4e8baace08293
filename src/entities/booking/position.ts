import { serverRate } from '@/lib/server-clock'

/** Where a driver was, and when (`at`: milliseconds since the epoch). */
export interface LivePosition {
  lat: number
  lng: number
  heading: number | null
  at: number
}

/** A position older than this is shown as old: a car that stands still still reports every few seconds. */
export const STALE_AFTER_MS = 15_000

/**
 * Seconds since a position was captured when that is worth telling, else null. They are those of the person who looks:
 * where a demo hurries, the points come no more often than else.
 * A phone whose clock runs ahead gives a capture time in the future; that counts as now.
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

/** The newer of two positions: a late packet must not pull the car back. */
export function newer(a: LivePosition | null, b: LivePosition | null): LivePosition | null {
  if (!a) return b
  if (!b) return a
  return b.at >= a.at ? b : a
}

/** Reads a position broadcast by somebody's phone; null for anything malformed. */
export function readPosition(payload: unknown): LivePosition | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { lat, lng, heading, at } = payload as Record<string, unknown>
  if (typeof lat !== 'number' || typeof lng !== 'number' || typeof at !== 'number') return null
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) return null
  return { lat, lng, at, heading: typeof heading === 'number' ? heading : null }
}
