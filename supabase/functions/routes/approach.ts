import type { Database } from '../_shared/kernel/database.ts'
import type { LatLng } from '../_shared/region/geometry/types.ts'
import type { RoutesProvider } from '../_shared/region/providers/types.ts'

/** The way of a driver who has just accepted, as `take_approaches` returns it. */
interface Approach {
  booking_id: string
  driver_id: string
  accepted_at: string
  /** From the car to the pickup, over the drop of the trip under way if the booking waits for its end. */
  points: LatLng[]
}

interface Deps {
  routes: Pick<RoutesProvider, 'route'>
  database: Database
  /** Returns the options of a route that begins now. */
  startingAt: () => Promise<{ minute?: number }>
}

/** Number of ways that are taken at once; they are measured concurrently, because each has only five seconds. */
const BATCH = 20

/**
 * Measures by road each way whose driver has just accepted, and reports its seconds to the database, which moves the promised
 * arrival. Without a route or an answer in time, the promise by the straight line stays.
 *
 * @returns the number of promises that were moved
 */
export async function measureApproaches(deps: Deps): Promise<number> {
  const ways = await deps.database.rpc<Approach[]>('take_approaches', { most: BATCH })
  const moved = await Promise.all(ways.map((way) => measureApproach(deps, way)))
  return moved.filter(Boolean).length
}

/** Measures one way; returns whether the promise was moved. Never throws, so the other ways continue. */
async function measureApproach({ routes, database, startingAt }: Deps, way: Approach): Promise<boolean> {
  const { booking_id, driver_id, accepted_at, points } = way
  try {
    const route = await routes.route(points.map(({ lat, lng }) => ({ lat, lng })), {
      from: 'car',
      ...await startingAt(),
    })
    if (!route) return false
    const secs = Math.round(route.time_in_secs)
    return await database.rpc<string | null>('promise_by_road', { booking_id, driver_id, accepted_at, secs }) !== null
  } catch (error) {
    console.error(`routes: approach of ${booking_id}: ${String(error)}`)
    return false
  }
}
