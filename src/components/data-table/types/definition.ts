/** The description of a screen's table, and what a table knows about the person who sees it. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LitRows } from '../lit-rows'
import type { BulkAction, BulkDialogAction, NewRow, RowAction, TableActs } from './actions'
import type { Column } from './column'
import type { RowOrder } from './order'
import type { Filter, Source, TableQuery, View } from './query'
import type { LiveRows, Peek, Tree } from './rows'

/** What a table needs to know about the person and the operator. Made by `useTableHost()` of the entity person. */
export interface TableHost {
  personId: string
  timeZone: string
  locale: string
  money: (amount: number) => string
  dateTime: (at: string) => string
  /** Why files cannot be saved, as an error key; null if they can. */
  exportRefusal: string | null
  /** Texts that a printed table has in addition to the rows. */
  paper: {
    /** The operator's name, address and contact, one line each. */
    company: readonly string[]
    /** The address of the operator's logo. */
    logo?: string | undefined
    currency: string
    decimals: number
    /** The name of the person who prints. */
    person: string
  }
}

/** How the table is printed, for a bookkeeper. The export offers a PDF only if the table has these options. */
export interface PrintOptions<Row> {
  /** Ids of the columns whose sums are printed. */
  sums: readonly string[]
  /** The account number in the ledger for each column, by column id. */
  accounts?: Readonly<Record<string, string>>
  /** Returns the name of a row's group. The rows are then printed group by group, each group with its sums. */
  groupOf?: (row: Row) => string
  /** Returns the facts that are printed above the table, such as the period. */
  facts?: (query: TableQuery) => readonly (readonly [label: string, text: string])[]
}

/** Describes the table of a screen: its columns, source, filters and actions. */
export interface TableDefinition<Row> {
  /** The key under which the person's layout is stored. */
  id: string
  /** The name of the rows, shown as the heading: "Bookings". */
  label: string
  /**
   * True if the table is only a part of its page, such as the trips on a person's page. The table then has no views and no page
   * heading.
   */
  isPart?: true
  columns: readonly Column<Row>[]
  /** Columns that only files have. They follow the others in a file with all columns, and beside a column that names them (`inFiles`). */
  fileColumns?: readonly Column<Row>[]
  source: Source<Row>
  rowId: (row: Row) => string
  /** The row's name in labels and announcements, such as "booking ABCDEF". */
  rowName: (row: Row) => string
  /** The search box's label; without it there is no search box. */
  search?: string
  filters?: readonly Filter[]
  views?: readonly View[]
  /** The address of a row's page; null if it has none. */
  rowLink?: (row: Row) => string | null
  /** Uses slightly smaller text: for a list that is watched all day beside a map. */
  isDense?: boolean
  /**
   * Opens a row on the same page; `rowLink` is then only for opening it in another tab. `how` is 'key' if the row was opened by
   * keyboard. The focus must then move to the view that opens.
   */
  onOpen?: (row: Row, how: 'key' | 'look') => void
  /** The highlighted rows, shared with a view beside the table, such as a map. */
  lit?: LitRows
  /** Called with all loaded rows each time they change. */
  onRows?: (rows: readonly Row[]) => void
  /** Set if rows of this table sum other rows. The summed rows can be opened below their sum. */
  tree?: Tree<Row>
  /**
   * Set if people order the rows by hand. The list is then read as a whole (at most 1,000 rows), and rows can be moved only
   * without another sort or filter.
   */
  order?: RowOrder<Row>
  /** Rows per page, for a list that is read as a whole; default: infinite scrolling. */
  pageSize?: number
  newRow?: NewRow
  /** Returns a row's actions; called when the row's menu opens. */
  actions?: (row: Row, table: TableActs) => Promise<readonly RowAction[]> | readonly RowAction[]
  bulk?: readonly (BulkAction<Row> | BulkDialogAction<Row>)[]
  peek?: Peek<Row>
  /** The card of a row on a phone; default: the first columns with their labels. */
  card?: (row: Row) => ReactNode
  /** What is shown instead of the rows if there are none. */
  empty: { title: string; hint?: string; icon?: LucideIcon; action?: ReactNode }
  live?: LiveRows<Row>
  /** The rows for an export, if the table's own rows are sums of others; default: the table's rows. */
  lines?: Source<Row>
  print?: PrintOptions<Row>
  /** The button for the screen's main action, such as "Add promotion". */
  action?: ReactNode
  /** Content between the heading and the rows, such as a chart of the rows. */
  above?: ReactNode
}
