import type { LatLng, Measure } from '../_shared/maps/geometry/types.ts'
import type { RoutesProvider } from '../_shared/maps/providers/types.ts'

/** Legs of one matrix request, because providers limit requests and bill pairs: 5 legs cost 25 pairs. */
const LEGS_AT_ONCE = 5

/** Splits the points into blocks of at most five legs; each block begins with the point at which the last one ends. */
export function blocksOf(points: readonly LatLng[]): LatLng[][] {
  const count = Math.ceil((points.length - 1) / LEGS_AT_ONCE)
  return Array.from({ length: count }, (_, i) => points.slice(i * LEGS_AT_ONCE, (i + 1) * LEGS_AT_ONCE + 1))
}

/**
 * Distance and time through all points by the matrix, leg by leg.
 *
 * @returns null without a route
 */
export async function measureByMatrix(
  routes: Pick<RoutesProvider, 'matrix'>,
  points: readonly LatLng[],
): Promise<Measure | null> {
  const blocks = await Promise.all(
    blocksOf(points).map(async (block) => {
      const rows = await routes.matrix(block.slice(0, -1), block.slice(1))
      return rows.map((row, i) => row[i] ?? null)
    }),
  )
  const legs = blocks.flat()
  if (!legs.every((leg) => leg !== null)) return null
  const metres = legs.reduce((sum, leg) => sum + Math.round(leg.distance_in_km * 1000), 0)
  return { distance_in_km: metres / 1000, time_in_secs: legs.reduce((sum, leg) => sum + leg.time_in_secs, 0) }
}

/** The points of a matrix request, and those that are near enough to ask a provider for. */
export interface Asked {
  starts: readonly LatLng[]
  dests: readonly LatLng[]
  near: { starts: readonly LatLng[]; dests: readonly LatLng[] }
}

/** The matrix of all points, with null for distant ones. */
export async function measureNear(
  routes: Pick<RoutesProvider, 'matrix'>,
  { starts, dests, near }: Asked,
  isFree: boolean,
): Promise<(Measure | null)[][]> {
  if (near.starts.length === 0) return starts.map(() => dests.map(() => null))
  const rows = await routes.matrix(near.starts, near.dests, { isFree })
  return starts.map((start) => {
    const row = rows[near.starts.indexOf(start)]
    return dests.map((dest) => row?.[near.dests.indexOf(dest)] ?? null)
  })
}
