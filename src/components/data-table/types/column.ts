/** The columns of a table, and how their cells are edited. */
import type { ReactNode } from 'react'

/** A cell's raw value. Exports write it; the cell shows it unless the column has its own `cell`. */
export type CellValue = string | number | boolean | null | undefined

/** The format of a raw value: `moment` is an ISO time, `day` an ISO date, `money` and `number` are numbers. */
export type ColumnKind = 'text' | 'number' | 'money' | 'moment' | 'day'

export interface Column<Row> {
  id: string
  label: string
  value: (row: Row) => CellValue
  kind?: ColumnKind
  /** Renders the cell's content, which is shown instead of the value. It must contain nothing focusable. */
  cell?: (row: Row) => ReactNode
  /**
   * The address that the cell's text links to, such as a person's page; null for none. Pressing the row elsewhere still opens
   * the row.
   */
  link?: (row: Row) => string | null
  /** Default width in pixels. */
  width?: number
  /** Whether a long text continues on a second line; otherwise it is cut after one. Rows keep their height. */
  wraps?: boolean
  /** The columns that stand for this one in a file, where each value has a column of its own. */
  inFiles?: readonly string[]
  /** The heading in a file, where a value without its unit would be a riddle; default: `label`. */
  fileLabel?: string
  /** The value in a file, if it differs from that on the page. */
  fileValue?: (row: Row) => CellValue
  /** Whether the source can sort by this column. With `desc`, the first press of the header puts the largest values first. */
  sortable?: boolean | 'desc'
  /** True if the column is hidden until the person shows it. */
  hidden?: boolean
  editor?: CellEditor<Row>
}

/** How the cells of a column are edited. */
export interface CellEditor<Row> {
  type: 'text' | 'number' | 'switch' | 'choice'
  options?: readonly Option[]
  limit?: number
  /** The error key shown for an empty text, if the text is required. */
  required?: string
  min?: number
  max?: number
  /** Maximum number of decimals of a number. Default: 0. */
  decimals?: number
  canEdit?: (row: Row) => boolean
  /** Saves the value, and returns the row as now stored. @throws AppError which is shown at the cell */
  save: (row: Row, value: string | number | boolean) => Promise<Row>
}

export interface Option {
  value: string
  label: string
}
