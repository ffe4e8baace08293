/** A copy of a list with one entry moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [entry] = next.splice(from, 1)
  if (entry !== undefined) next.splice(to, 0, entry)
  return next
}

/** The position that an entry gets when it is dragged to the height `y`: that of the last row whose middle it has passed. */
export function placeAt(y: number, middles: readonly number[], from: number): number {
  let place = from
  while (place < middles.length - 1 && y > (middles[place + 1] ?? Number.POSITIVE_INFINITY)) place++
  while (place > 0 && y < (middles[place - 1] ?? Number.NEGATIVE_INFINITY)) place--
  return place
}
