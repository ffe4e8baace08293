/** Returns a copy of the list with the entry at position `from` moved to position `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [entry] = next.splice(from, 1)
  if (entry !== undefined) next.splice(to, 0, entry)
  return next
}

/**
 * Returns the new position of a row that is dragged from position `from` to the vertical coordinate `y` (px). It is the
 * position of the last row whose middle the dragged row has passed. `middles` are the vertical coordinates of the middles of
 * all rows.
 */
export function placeAt(y: number, middles: readonly number[], from: number): number {
  let place = from
  while (place < middles.length - 1 && y > (middles[place + 1] ?? Number.POSITIVE_INFINITY)) place++
  while (place > 0 && y < (middles[place - 1] ?? Number.NEGATIVE_INFINITY)) place--
  return place
}
