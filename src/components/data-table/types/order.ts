/** Rows that people order by hand. */
import type { ComponentType, PointerEvent, RefObject } from 'react'
import type { TableQuery } from './query'

/** What a table says of itself to order its rows. */
export interface OrderedRows<Row> {
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  order?: { store: RowOrder<Row>['store'] } | undefined
}

/** What the handle, the menu and the note of an order need of their table. */
export interface OrderedTable {
  order: Pick<OrderOfRows<unknown>, 'canMove' | 'isOwn' | 'move'> | null
  pager: { count: number } | null
  rows: { rows: readonly unknown[] }
  change: (query: Pick<TableQuery, 'search' | 'sort' | 'filters'>) => void
}

/** Lets people order the rows of a table by hand. Made by `rowOrder()` of ../order. */
export interface RowOrder<Row> {
  /** Stores the order of all rows. @throws AppError */
  store: (rows: readonly Row[]) => Promise<unknown>
  isLocked: boolean
  use: (table: OrderedRows<Row>, context: OrderContext<Row>) => OrderOfRows<Row>
  Handle: ComponentType<{
    model: OrderedTable
    place: number
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
  }>
  Items: ComponentType<{ live: RefObject<OrderedTable>; place: number }>
  Note: ComponentType<{ model: OrderedTable }>
}

export interface OrderContext<Row> {
  /** The rows as read from the server. */
  read: { rows: readonly Row[]; hasMore: boolean; isOld: boolean; refresh: () => Promise<unknown> }
  query: TableQuery
  /** Undoes the last change; called by Ctrl+Z. */
  lastChange: RefObject<(() => void) | null>
  /** Shows the page of the list that contains this position. */
  follow: (place: number) => void
}

/**
 * The rows of a list in the order that people gave them. All positions are positions in the whole list, not on the current
 * page.
 */
export interface OrderOfRows<Row> {
  rows: readonly Row[]
  canMove: boolean
  /** Whether the list is shown in its own order: without a search, filter or other sort. */
  isOwn: boolean
  /** The text that announces the last move to screen readers. */
  said: string
  /** The current position of the dragged row; null if no row is dragged. */
  dragged: number | null
  /** Moves a row. @returns its new position, or the old one if it may not be moved */
  move: (from: number, to: number) => number
  onPointerDown: (event: PointerEvent<HTMLElement>, place: number) => void
}
