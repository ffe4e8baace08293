import type { LatLng } from '@/lib/geo/geo'
import { distanceKm } from '@/lib/geo/geo'

/** A recorded position of the car and its time (ms since the epoch). */
export interface TrailPoint extends LatLng {
  at: number
  heading: number | null
}

/** The car at one moment of the replay. */
export interface ReplayMoment extends LatLng {
  heading: number | null
  /** Kilometres per hour, computed from the positions around the moment; null in a gap and after the last position. */
  speed: number | null
  isGap: boolean
}

/** What the map shows during a replay. */
export interface Replay {
  /** The recorded route as an encoded polyline. */
  driven: string
  /** The quoted route as an encoded polyline. */
  quoted: string
  car: ReplayMoment | null
}

/**
 * If no position was recorded for longer than this (ms), the route is unknown (a gap). The server then estimates its distance.
 */
export const GAP_MS = 60_000

/**
 * Returns the car's position, heading and speed at a moment (`at`, ms since the epoch). The position is interpolated between
 * the recorded positions before and after that moment. Null if nothing was recorded.
 */
export function momentAt(points: readonly TrailPoint[], at: number): ReplayMoment | null {
  const [first] = points
  if (!first) return null
  const next = points.findIndex((point) => point.at > at)
  const before = points[next === -1 ? points.length - 1 : next - 1] ?? first
  const after = next === -1 ? before : (points[next] ?? before)
  const span = after.at - before.at
  const share = span > 0 ? Math.min(1, Math.max(0, (at - before.at) / span)) : 0
  const isGap = span > GAP_MS
  return {
    lat: before.lat + (after.lat - before.lat) * share,
    lng: before.lng + (after.lng - before.lng) * share,
    heading: before.heading ?? after.heading,
    speed: isGap || span === 0 ? null : (distanceKm(before, after) / span) * 3_600_000,
    isGap
  }
}

/** Returns the gaps in the recording: their start and end as fractions of the whole time, and their length (ms). */
export function gapsOf(points: readonly TrailPoint[]): { from: number; to: number; ms: number }[] {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last || last.at === first.at) return []
  const share = (at: number) => (at - first.at) / (last.at - first.at)
  return points.slice(1).flatMap((point, index) => {
    const before = points[index] ?? point
    const ms = point.at - before.at
    return ms > GAP_MS ? [{ from: share(before.at), to: share(point.at), ms }] : []
  })
}
