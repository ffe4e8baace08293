import type { LucideIcon } from 'lucide-react'
import type { ComponentType, PointerEvent, ReactNode, RefObject } from 'react'
import type { BroadcastMessage } from '@/lib/channels'
import type { Keys } from '@/lib/keys'
import type { LitRows } from './lit-rows'
import type { TableModel } from './use-data-table'
import type { TableRows } from './use-rows'

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

interface FilterBase {
  /** The filter's parameter in the address; not `q`, `sort` or `page`. */
  id: string
  label: string
}

/**
 * A filter of a table. Its value is a list of texts in {@link TableQuery.filters}, which depends on the kind:
 *
 * - `choice`, `choices`: the chosen values.
 * - `text`: the typed text.
 * - `dates`, `numbers`: [from, to], each '' if that end is open. In the request to the source, the days of a `dates` filter
 * become instants (`to` is then exclusive). With `asDays` they stay days.
 * - `switch`: 'yes' or 'no'.
 * - `person`: the id of the found person or thing.
 */
export type Filter =
  | (FilterBase & { kind: 'choice' | 'choices'; options: readonly Option[] })
  | (FilterBase & { kind: 'text' })
  | (FilterBase & { kind: 'dates'; asDays?: true })
  | (FilterBase & { kind: 'numbers'; unit?: string; min?: number })
  | (FilterBase & { kind: 'switch' })
  | (FilterBase & {
      /** Finds a person (or something else, see `words`) by a typed text. */
      kind: 'person'
      /** The label of the search box, and the text shown if nothing is found. Needed if the filter does not find people. */
      words?: { ask: string; none: string }
      find: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
      nameOf: (id: string) => Promise<string>
    })

export interface Sort {
  column: string
  isDown: boolean
}

export type FilterValues = Readonly<Record<string, readonly string[]>>

/** Search, filters and sort, as sent to a source. */
export interface TableQuery {
  search: string
  sort: Sort | null
  filters: FilterValues
}

/** Says where a page begins: the value of `next` in the previous page. */
export type Cursor = Readonly<Record<string, unknown>> | string | number

export interface Page<Row> {
  rows: readonly Row[]
  /** The cursor of the next page; null after the last page. */
  next: Cursor | null
  /** The number of all rows that match the query, if the source knows it without counting. */
  total?: number
}

/**
 * Reads one page of a query's rows.
 *
 * @param page.columns ids of the columns that are needed (for a file); a source may leave out data that none of them uses
 */
export type Source<Row> = (
  query: TableQuery,
  page: { after: Cursor | null; size: number; columns?: readonly string[] },
  signal: AbortSignal
) => Promise<Page<Row>>

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
  /** Runs the action on one row. @throws AppError which is reported for the row */
  run: (row: Row, signal: AbortSignal, note: string) => Promise<unknown>
}

/** A bulk action with its own dialog, for input that differs by row. */
export interface BulkDialogAction<Row> extends Pick<BulkAction<Row>, 'id' | 'label' | 'keys' | 'icon' | 'isDanger'> {
  dialog: (rows: readonly Row[], onClose: () => void) => ReactNode
}

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

/** Lets people order the rows of a table by hand. Made by `rowOrder()` of ./order. */
export interface RowOrder<Row> {
  /** Stores the order of all rows. @throws AppError */
  store: (rows: readonly Row[]) => Promise<unknown>
  isLocked: boolean
  use: (definition: TableDefinition<Row>, context: OrderContext<Row>) => OrderOfRows<Row>
  Handle: ComponentType<{
    model: TableModel<Row>
    place: number
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
  }>
  Items: ComponentType<{ live: RefObject<TableModel<Row>>; place: number }>
  Note: ComponentType<{ model: TableModel<Row> }>
}

export interface OrderContext<Row> {
  read: TableRows<Row>
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

/** A named set of filters that the page offers, shown as a tab. */
export interface View {
  id: string
  label: string
  filters: FilterValues
  sort?: Sort
}

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

/** For a table with rows that sum other rows: how the summed rows are read, which are then shown below their sum. */
export interface Tree<Row> {
  isSum: (row: Row) => boolean
  /** Reads the rows that the given row sums, in the order in which they are shown. */
  below: (row: Row, query: TableQuery, signal: AbortSignal) => Promise<readonly Row[]>
  /** Which sums are open at first: only the first one, or all. Default: none. */
  opened?: 'first' | 'all'
}

/** What an action of a row may do with the table. */
export interface TableActs {
  refresh: () => Promise<unknown>
}

/** Describes the table of a screen: its columns, source, filters and actions. */
export interface TableDefinition<Row> {
  /** The key under which the person's layout is stored. */
  id: string
  /** The name of the rows, shown as the heading: "Bookings". */
  label: string
  /**
   * True if the table is part of a page about something else, such as a person's trips: it then has no views and no page
   * heading.
   */
  isPart?: true
  columns: readonly Column<Row>[]
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
