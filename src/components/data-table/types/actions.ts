/** What people do with rows: actions of one row or of many, and adding rows. */
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Keys } from '@/lib/page/keys'

export interface RowAction {
  id: string
  label: string
  /** The shortcut for this action; the page that shows the table listens for it. */
  keys?: Keys
  icon?: LucideIcon
  isDanger?: boolean
  onSelect: () => void
}

/** An action that people run on the selected rows. It is called for each row separately. */
export interface BulkAction<Row> {
  id: string
  label: string
  /** The shortcut for this action while rows are selected. */
  keys?: Keys
  icon?: LucideIcon
  isDanger?: boolean
  /** Returns the question of the confirmation dialog for the given number of rows. */
  question: (count: number) => string
  /** A text that the dialog asks for once and passes to the action of each row. */
  note?: { label: string; hint?: string; limit: number; isRequired?: true }
  /** A field whose value the dialog asks for once and passes to the action of each row; '' for none. */
  Choice?: ComponentType<{ value: string; onChange: (value: string) => void }>
  /** Runs the action on one row. @throws AppError which is reported for the row */
  run: (row: Row, signal: AbortSignal, note: string, choice: string) => Promise<unknown>
}

/** A bulk action with its own dialog, for input that differs by row. */
export interface BulkDialogAction<Row> extends Pick<BulkAction<Row>, 'id' | 'label' | 'keys' | 'icon' | 'isDanger'> {
  dialog: (rows: readonly Row[], onClose: () => void) => ReactNode
}

/** The options of a line above the rows, in which people add rows one after the other. */
export interface NewRow {
  label: string
  button: string
  /** Maximum number of characters. */
  limit: number
  /** The error key shown for an empty text. */
  required: string
  /** Adds a row; calls with the same `clientKey` add it only once. @throws AppError */
  add: (text: string, clientKey: string) => Promise<unknown>
}

/** What an action of a row may do with the table. */
export interface TableActs {
  refresh: () => Promise<unknown>
}
