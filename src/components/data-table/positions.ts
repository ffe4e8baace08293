/** The scroll position, focused cell and selected rows of a table when the person left its page. Restored when they go back. */
interface Position {
  scroll: number
  row: number
  column: number
  selected: Record<string, true>
}

/** Number of history entries whose position is kept; going further back starts at the top of the table. */
const KEPT = 20

const positions = new Map<string, Position>()

/**
 * Stores a person's position in a table, for the history entry that they leave.
 *
 * @param entry the key of the history entry; several entries may show the same table
 */
export function keepPosition(entry: string, position: Position): void {
  positions.delete(entry)
  positions.set(entry, position)
  const [oldest] = positions.keys()
  if (positions.size > KEPT && oldest !== undefined) positions.delete(oldest)
}

export const positionAt = (entry: string): Position | undefined => positions.get(entry)
