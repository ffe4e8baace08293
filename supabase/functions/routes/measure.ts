import type { LatLng } from '../_shared/geo/types.ts'
import type { Measure, RoutesProvider } from '../_shared/providers/types.ts'

/**
 * Distance and time through all points by the matrix: one pair for each leg, since providers bill by the pair.
 *
 * @returns null when no way leads on
 */
export async function measureByMatrix(
  routes: Pick<RoutesProvider, 'matrix'>,
  points: readonly LatLng[],
): Promise<Measure | null> {
  const legs = await Promise.all(
    points.slice(1).map(async (end, i) => {
      const [[leg = null] = []] = await routes.matrix(points.slice(i, i + 1), [end])
      return leg
    }),
  )
  if (!legs.every((leg) => leg !== null)) return null
  const metres = legs.reduce((sum, leg) => sum + Math.round(leg.distance_in_km * 1000), 0)
  return { distance_in_km: metres / 1000, time_in_secs: legs.reduce((sum, leg) => sum + leg.time_in_secs, 0) }
}
