/** A person's position in a table when they followed a link, for going Back. */
interface Position {
  scroll: number
  row: number
  column: number
  selected: Record<string, true>
}

/** Further steps back start at the top. */
const KEPT = 20

const positions = new Map<string, Position>()

/** @param entry the history entry, because several entries may show the same table */
export function keepPosition(entry: string, position: Position): void {
  positions.delete(entry)
  positions.set(entry, position)
  const [oldest] = positions.keys()
  if (positions.size > KEPT && oldest !== undefined) positions.delete(oldest)
}

export const positionAt = (entry: string): Position | undefined => positions.get(entry)
