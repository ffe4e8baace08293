import type { Fix } from '../car.ts'
import type { Account, Town } from '../town.ts'

/** Intervals at which a driver reports positions (ms of the app's time): while the car moves, and while it stands. */
const [MOVING, STANDING] = [5000, 10_000]
/** Least real time between two reports, at any speed of the app's time (ms). */
const LEAST = 1000
/** Largest number of points in one report. */
const BATCH = 100

/** Collects a car's positions and reports them to the API. Positions from a time without a signal are reported later. */
export interface Pump {
  add(fix: Fix): void
  /** Returns when the next report is due (ms since 1970). */
  due(isMoving: boolean): number
  /**
   * Sends up to `BATCH` collected positions. @param keepsTrail true (on a trip): the oldest; false: only the newest
   */
  hand(keepsTrail: boolean): Promise<void>
}

export function createPump({ api, clock, watch }: Town, account: Account): Pump {
  let fixes: Fix[] = []
  let handedAt = 0
  return {
    add(fix) {
      const last = fixes.at(-1)
      if (!last || fix.at > last.at) fixes.push(fix)
    },
    due: (isMoving) => handedAt + Math.max(isMoving ? MOVING : STANDING, LEAST * clock.rate()),
    async hand(keepsTrail) {
      const batch = keepsTrail ? fixes.slice(0, BATCH) : fixes.slice(-1)
      if (batch.length === 0) return
      handedAt = batch.at(-1)?.at ?? handedAt
      const points = batch.map(({ lat, lng, heading, at }) => ({
        lat,
        lng,
        heading,
        accuracy: 6,
        at: new Date(at).toISOString()
      }))
      const kept = await api.rpc<number>(account.token, 'report_positions', { points })
      watch.report(account.email, batch.length, kept)
      const last = batch.at(-1)?.at ?? 0
      fixes = fixes.filter(({ at }) => at > last)
    }
  }
}
