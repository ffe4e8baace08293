import type { DrawnColumn, DrawnTable } from './read.ts'

/** Sizes of the diagrams in pixels. The font is monospaced, so a text's width is its length times CHAR. */
export const CHAR = 7.2
export const ROW = 20
export const HEAD = 30
/** Gap between columns of boxes that have lines between them; the next constant is for columns without lines. */
const LINED_GAP = 88
const GAP = 28
export const GAP_Y = 24
const PAD = 12
/** Most rows that a box shows; below them it shows the number of further ones. */
const MAX_ROWS = 24

export interface Box {
  table: DrawnTable
  rows: DrawnColumn[]
  /** Number of columns that the box does not show. */
  hidden: number
  x: number
  y: number
  width: number
  height: number
}

export interface Line {
  from: Box
  /** Index of the row from which the line leaves. */
  row: number
  to: Box
}

export interface Layout {
  boxes: Box[]
  lines: Line[]
  width: number
  height: number
}

const types: Record<string, string> = {
  timestamptz: 'time',
  int2: 'integer',
  int4: 'integer',
  int8: 'bigint',
  float8: 'double',
  bool: 'boolean'
}

/** The right part of a row: the target of a foreign key, else the type; a question mark if nullable. */
export function typeText(column: DrawnColumn): string {
  const type = types[column.type] ?? column.type
  return `${column.references ? `→ ${column.references}` : type}${column.nullable ? '?' : ''}`
}

function makeBox(table: DrawnTable): Box {
  const marked = table.columns.filter((column) => column.isKey || column.references)
  const room = Math.max(0, MAX_ROWS - marked.length)
  const shown = new Set([...marked, ...table.columns.filter((column) => !marked.includes(column)).slice(0, room)])
  const rows = table.columns.filter((column) => shown.has(column))
  const hidden = table.columns.length - rows.length
  const widest = Math.max(table.name.length * 1.1, ...rows.map((row) => row.name.length + typeText(row).length + 3))
  const height = HEAD + (rows.length + (hidden > 0 ? 1 : 0)) * ROW + 6
  return { table, rows, hidden, x: 0, y: 0, width: Math.ceil(widest * CHAR + 2 * PAD), height }
}

function linesBetween(boxes: readonly Box[]): Line[] {
  const byName = new Map(boxes.map((box) => [box.table.name, box]))
  return boxes.flatMap((from) =>
    from.rows.flatMap((column, row) => {
      const to = column.references ? byName.get(column.references) : undefined
      return to && to !== from ? [{ from, row, to }] : []
    })
  )
}

/**
 * The lines that are drawn: those between boxes in neighbouring columns. Others would pass behind boxes, so their rows name the
 * table instead.
 */
function sideBySide(columns: readonly Box[][], lines: readonly Line[]): Line[] {
  const at = new Map(columns.flatMap((column, index) => column.map((box) => [box, index] as const)))
  return lines.filter((line) => Math.abs((at.get(line.from) ?? 0) - (at.get(line.to) ?? 0)) === 1)
}

/** For each box, the number of steps to a box that references no other in this diagram; a cycle counts as one step. */
function depths(boxes: readonly Box[], lines: readonly Line[]): Map<Box, number> {
  const found = new Map<Box, number>()
  const depthOf = (box: Box, path: readonly Box[]): number => {
    const known = found.get(box)
    if (known !== undefined) return known
    if (path.includes(box)) return 0
    const parents = lines.filter((line) => line.from === box).map((line) => depthOf(line.to, [...path, box]) + 1)
    const depth = Math.max(0, ...parents)
    found.set(box, depth)
    return depth
  }
  for (const box of boxes) depthOf(box, [])
  return found
}

const heightOf = (column: readonly Box[]): number => column.reduce((sum, box) => sum + box.height + GAP_Y, 0)

/** Places boxes that have no lines: into the shortest column, or a new one while the diagram is taller than wide. */
function fillUp(columns: Box[][], loose: readonly Box[]): void {
  for (const box of loose.toSorted((a, b) => b.height - a.height)) {
    const lowest = columns.reduce<Box[] | undefined>(
      (best, column) => (best && heightOf(best) <= heightOf(column) ? best : column),
      undefined
    )
    const tallest = Math.max(0, ...columns.map(heightOf))
    if (lowest && (heightOf(lowest) + box.height <= tallest || columns.length >= 4)) lowest.push(box)
    else columns.push([box])
  }
}

/** Splits columns that are higher than `limit`, so that no diagram is a tower. */
function split(columns: Box[][], limit: number): Box[][] {
  return columns.flatMap((column) => {
    const parts: Box[][] = [[]]
    for (const box of column) {
      const last = parts.at(-1) ?? []
      if (last.length > 0 && heightOf(last) + box.height > limit) parts.push([box])
      else last.push(box)
    }
    return parts
  })
}

/** Arranges the boxes of one group: referenced tables at the left, the tables that reference them at their right. */
export function layOut(tables: readonly DrawnTable[]): Layout {
  const boxes = tables.map(makeBox)
  const lines = linesBetween(boxes)
  const joined = new Set(lines.flatMap((line) => [line.from, line.to]))
  const depth = depths(boxes, lines)
  const columns: Box[][] = []
  for (const box of boxes.filter((each) => joined.has(each))) {
    const at = depth.get(box) ?? 0
    columns[at] = [...(columns[at] ?? []), box]
  }
  const dense = split(
    Array.from(columns, (column) => column ?? []),
    900
  )
  fillUp(
    dense,
    boxes.filter((box) => !joined.has(box))
  )
  const drawn = sideBySide(dense, lines)
  let x = GAP_Y
  for (const [index, column] of dense.entries()) {
    const before = dense[index - 1]
    const isLined = drawn.some((line) =>
      [line.from, line.to].every((box) => column.includes(box) || before?.includes(box))
    )
    if (before) x += Math.max(...before.map((box) => box.width)) + (isLined ? LINED_GAP : GAP)
    const width = Math.max(...column.map((box) => box.width))
    let y = GAP_Y
    for (const box of column) {
      Object.assign(box, { x, y, width })
      y += box.height + GAP_Y
    }
  }
  const last = dense.at(-1)?.[0]
  return {
    boxes,
    lines: drawn,
    width: x + (last?.width ?? 0) + GAP_Y,
    height: Math.max(...dense.map(heightOf)) + GAP_Y
  }
}
