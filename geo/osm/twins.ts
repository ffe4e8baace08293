import { distance, type LatLng } from '../../supabase/functions/_shared/region/mod.ts'

/** Two localities of the same name within this many metres are one, both on the map and in the place index. */
export const LOCALITY_TWINS = 2000

/**
 * Removes duplicates: an item is dropped if an earlier one that is kept has the same name and is less than `metres` away.
 *
 * @param describe returns an item's name and position
 */
export function withoutTwins<T>(
  items: readonly T[],
  metres: number,
  describe: (item: T) => { name: string; at: LatLng }
): T[] {
  const byName = new Map<string, LatLng[]>()
  return items.filter((item) => {
    const { name, at } = describe(item)
    const others = byName.get(name) ?? []
    if (others.some((other) => distance(other, at) < metres)) return false
    byName.set(name, [...others, at])
    return true
  })
}
