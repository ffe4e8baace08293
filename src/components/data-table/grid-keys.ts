/** The position of the keyboard focus in a grid. Rows count from 0 (the header is row -1), columns from 0. */
export interface Place {
  row: number
  column: number
}

export interface GridSize {
  rows: number
  columns: number
  /** Number of visible rows, which Page Up and Page Down move by. */
  page: number
}

interface Pressed {
  key: string
  isControl: boolean
}

/**
 * Returns the cell that a key moves to by ARIA's grid pattern; null if the key does not move.
 *
 * @param isRtl true on right-to-left pages, where the left arrow leads to the next column
 */
export function placeAfter({ key, isControl }: Pressed, at: Place, size: GridSize, isRtl: boolean): Place | null {
  const forward = isRtl ? -1 : 1
  const moves: Record<string, () => Place> = {
    ArrowUp: () => ({ ...at, row: at.row - 1 }),
    ArrowDown: () => ({ ...at, row: at.row + 1 }),
    ArrowRight: () => ({ ...at, column: at.column + forward }),
    ArrowLeft: () => ({ ...at, column: at.column - forward }),
    PageUp: () => ({ ...at, row: Math.max(at.row - size.page, Math.min(at.row, 0)) }),
    PageDown: () => ({ ...at, row: at.row + size.page }),
    Home: () => (isControl ? { row: 0, column: 0 } : { ...at, column: 0 }),
    End: () => (isControl ? { row: size.rows - 1, column: size.columns - 1 } : { ...at, column: size.columns - 1 })
  }
  const move = moves[key]
  return move ? within(move(), size) : null
}

export const within = ({ row, column }: Place, size: GridSize): Place => ({
  row: Math.max(-1, Math.min(row, size.rows - 1)),
  column: Math.max(0, Math.min(column, size.columns - 1))
})
