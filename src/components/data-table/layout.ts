import { readStored, store } from '@/lib/storage/stored'

/** A person's layout of a table: stored on their device, one per person and table. */
export interface Layout {
  /** Column ids in display order; columns that were added to the product later are inserted at their default position. */
  order: readonly string[]
  /** Whether a column is visible, by column id. Contains only columns that the person has shown or hidden. */
  shown: Readonly<Record<string, boolean>>
  /** Widths of columns (px), by column id. Contains only columns that the person has resized. */
  widths: Readonly<Record<string, number>>
  density: Density
}

export type Density = 'compact' | 'comfortable'

export const noLayout: Layout = { order: [], shown: {}, widths: {}, density: 'compact' }

/** The height of a row (px) by density. */
export const rowHeights: Record<Density, number> = { compact: 36, comfortable: 48 }

export const MIN_WIDTH = 64
export const MAX_WIDTH = 640

const keyOf = (personId: string, tableId: string) => `hackney.table.${personId}.${tableId}`

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function pick<T>(value: unknown, isKind: (entry: unknown) => entry is T): Record<string, T> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((pair): pair is [string, T] => isKind(pair[1])))
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && value >= MIN_WIDTH && value <= MAX_WIDTH

/** Parses the stored order and visibility of columns. Invalid entries are left out. */
export function parseColumns(read: unknown): Pick<Layout, 'order' | 'shown'> {
  const { order, shown } = isRecord(read) ? read : {}
  return {
    order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : [],
    shown: pick(shown, isBoolean)
  }
}

function parseLayout(read: unknown): Layout {
  if (!isRecord(read)) return noLayout
  return {
    ...parseColumns(read),
    widths: pick(read.widths, isWidth),
    density: read.density === 'comfortable' ? 'comfortable' : 'compact'
  }
}

export const readLayout = (personId: string, tableId: string): Layout =>
  parseLayout(readStored(keyOf(personId, tableId)))

/** Stores a layout on the device. If the browser has no storage, the layout lasts as long as the page. */
export const storeLayout = (personId: string, tableId: string, layout: Layout): void =>
  store(keyOf(personId, tableId), layout)

/**
 * All column ids in the person's order. A column that is missing in the stored order follows the column that is before it in
 * `ids`.
 */
export function orderOf(ids: readonly string[], kept: readonly string[]): string[] {
  const order = kept.filter((id) => ids.includes(id))
  ids.forEach((id, index) => {
    if (order.includes(id)) return
    const before = ids[index - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  })
  // The first column names the row, so it always stays first.
  const [first] = ids
  return first === undefined ? [] : [first, ...order.filter((id) => id !== first)]
}

/** Returns the order after moving column `id` to position `to`. */
export function moved(order: readonly string[], id: string, to: number): string[] {
  const rest = order.filter((other) => other !== id)
  rest.splice(Math.max(1, Math.min(to, rest.length)), 0, id)
  return rest
}

export const widthWithin = (width: number): number => Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)))
