import type { LatLng, Measure } from '../_shared/region/geometry/types.ts'
import type { MatrixOptions, RoutesProvider } from '../_shared/region/providers/types.ts'

/**
 * Largest number of legs (from one stop to the next) in one matrix request: providers bill pairs, and 5 legs already make 25
 * pairs of start and destination.
 */
const LEGS_AT_ONCE = 5

/** Splits the points into blocks of at most five legs. Each block begins with the point at which the block before it ends. */
export function blocksOf(points: readonly LatLng[]): LatLng[][] {
  const count = Math.ceil((points.length - 1) / LEGS_AT_ONCE)
  return Array.from({ length: count }, (_, i) => points.slice(i * LEGS_AT_ONCE, (i + 1) * LEGS_AT_ONCE + 1))
}

/**
 * Measures distance and time through all points by the provider's matrix, leg by leg, and adds them up.
 *
 * @returns null if a leg has no route
 */
export async function measureByMatrix(
  routes: Pick<RoutesProvider, 'matrix'>,
  points: readonly LatLng[],
  options: Pick<MatrixOptions, 'minute'> = {},
): Promise<Measure | null> {
  const blocks = await Promise.all(
    blocksOf(points).map(async (block) => {
      const rows = await routes.matrix(block.slice(0, -1), block.slice(1), options)
      return rows.map((row, i) => row[i] ?? null)
    }),
  )
  const legs = blocks.flat()
  if (!legs.every((leg) => leg !== null)) return null
  const metres = legs.reduce((sum, leg) => sum + Math.round(leg.distance_in_km * 1000), 0)
  return { distance_in_km: metres / 1000, time_in_secs: legs.reduce((sum, leg) => sum + leg.time_in_secs, 0) }
}

/** The points of a matrix request. `near` contains only those that are near enough to be requested from a provider. */
export interface Asked {
  starts: readonly LatLng[]
  dests: readonly LatLng[]
  near: { starts: readonly LatLng[]; dests: readonly LatLng[] }
}

/**
 * Returns the matrix of all points: a row for each start. A cell is null if there is no route, or if one of its two points is
 * too far from every point of the other side (not in `near`).
 *
 * @param options as for the provider's matrix
 */
export async function measureNear(
  routes: Pick<RoutesProvider, 'matrix'>,
  { starts, dests, near }: Asked,
  options: MatrixOptions,
): Promise<(Measure | null)[][]> {
  if (near.starts.length === 0) return starts.map(() => dests.map(() => null))
  const rows = await routes.matrix(near.starts, near.dests, options)
  return starts.map((start) => {
    const row = rows[near.starts.indexOf(start)]
    return dests.map((dest) => row?.[near.dests.indexOf(dest)] ?? null)
  })
}
