import type { AssignableDriver } from '../api'

/** The drivers who can get each booking, by booking id. */
export type Candidates = Readonly<Record<string, readonly AssignableDriver[]>>

/** Proposes for each booking the nearest driver who was not proposed for an earlier booking; '' if none is left. */
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
