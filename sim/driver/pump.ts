import type { Fix } from '../car.ts'
import type { Account, Town } from '../town.ts'

/** On a way and standing, as often as drivers' pages report (ms of the app's time). */
const [MOVING, STANDING] = [5000, 10_000]
/** However fast the clock goes, no more often than this (ms). */
const LEAST = 1000
/** Points a report carries at most. */
const BATCH = 100

/** Tells the server where a car is; without a signal it keeps the points for later. */
export interface Pump {
  add(fix: Fix): void
  /** When the next report is due (ms). */
  due(isMoving: boolean): number
  /** Hands in what has gathered: all of a trip, else only the last. */
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
