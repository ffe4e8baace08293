import type { AssignableDriver } from '../queries'

/** A driver for a booking, with the driving time to its pickup in seconds if it is known. */
export type Candidate = AssignableDriver & { secs?: number }

/** The drivers for each booking by booking id, the soonest there first. */
export type Candidates = Readonly<Record<string, readonly Candidate[]>>

/** Proposes for each booking the first driver who was not proposed for an earlier booking; '' if none is left. */
export function propose(bookingIds: readonly string[], candidates: Candidates): Record<string, string> {
  const taken = new Set<string>()
  return Object.fromEntries(
    bookingIds.map((id) => {
      const free = candidates[id]?.find(({ assignable, driver_id }) => assignable && !taken.has(driver_id))
      if (free) taken.add(free.driver_id)
      return [id, free?.driver_id ?? '']
    })
  )
}
