/** What a table does with its rows: a panel beside them, updates while it is shown, and rows that sum others. */
import type { ReactNode } from 'react'
import type { BroadcastMessage } from '@/lib/server/channels'
import type { TableQuery } from './query'

/** A panel beside the table with the facts of one row. */
export interface Peek<Row> {
  /** The panel's content; default: every column with its label. */
  content?: (row: Row) => ReactNode
  footer?: (row: Row) => ReactNode
}

/** How rows are kept up to date by messages on a channel. */
export interface LiveRows<Row> {
  topic: string | null
  events: readonly string[]
  /** The id of the row that a message is about. Without this function, any row may have changed. */
  idOf?: (message: BroadcastMessage) => string | null
  /**
   * Whether someone is waiting for the row that the message is about. The row is then read at once, however many messages
   * arrive.
   */
  isUrgent?: (message: BroadcastMessage) => boolean
  /** Reads a row again; null if it no longer exists. */
  one?: (id: string, signal: AbortSignal) => Promise<Row | null>
  /** For a list whose order changes as time passes: how often the order is read again (ms). 0 or undefined: never. */
  orderMs?: number
}

/** For a table in which some rows are sums of other rows. A sum can be opened; its rows are then read and shown below it. */
export interface Tree<Row> {
  isSum: (row: Row) => boolean
  /** Reads the rows of which `row` is the sum, in the order in which they are shown. */
  below: (row: Row, query: TableQuery, signal: AbortSignal) => Promise<readonly Row[]>
  /** Which sums are open when the table appears: only the first one, or all. Default: none. */
  opened?: 'first' | 'all'
}
