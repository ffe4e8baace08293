import type { AssignableDriver } from '../queries'

/** Driving time to the pickup in seconds, by driver id. */
export type Seconds = Readonly<Record<string, number>>

/**
 * Returns the drivers' ids in the order of the list: first the drivers to whom the booking can be offered, then the others.
 * Both groups are sorted by driving time, unknown times last. Rows that are already shown keep their order until new driving
 * times arrive. The selected row never moves.
 *
 * @param shown the ids in their current order; empty for the first list
 * @param held the id of the selected driver; null if none is selected
 * @param isNewTimes whether new driving times have arrived
 */
export function arrange(
  drivers: readonly AssignableDriver[],
  seconds: Seconds,
  shown: readonly string[],
  held: string | null,
  isNewTimes: boolean
): string[] {
  const rank = (driver: AssignableDriver) => (driver.assignable ? 0 : 1)
  const away = (driver: AssignableDriver) => seconds[driver.driver_id] ?? null
  const known = new Map(shown.map((id, place) => [id, place]))
  const place = (driver: AssignableDriver) => known.get(driver.driver_id) ?? Number.POSITIVE_INFINITY
  const sorted = drivers.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b)
    if (!isNewTimes && known.size > 0) return place(a) - place(b) || 0
    const [first, second] = [away(a), away(b)]
    if (first !== null && second !== null) return first - second
    // A driver without a known time comes after those with one.
    return Number(first === null) - Number(second === null)
  })
  const ids = sorted.map(({ driver_id }) => driver_id)
  const at = held === null ? -1 : shown.indexOf(held)
  if (at < 0 || !ids.includes(held as string)) return ids
  const others = ids.filter((id) => id !== held)
  return [...others.slice(0, at), held as string, ...others.slice(at)]
}
