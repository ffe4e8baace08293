import type { AssignableDriver } from '../api'

/** The possible drivers of each booking, by its id. */
export type Candidates = Readonly<Record<string, readonly AssignableDriver[]>>

/** For each booking the nearest driver that no earlier booking got; '' if none is left. */
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
