import type { LucideIcon } from 'lucide-react'
import type { ComponentType, PointerEvent, ReactNode, RefObject } from 'react'
import type { BroadcastMessage } from '@/lib/channels'
import type { Keys } from '@/lib/keys'
import type { LitRows } from './lit-rows'
import type { TableModel } from './use-data-table'
import type { TableRows } from './use-rows'

/** A cell's raw value: exports write it, and the cell shows it unless the column draws something. */
export type CellValue = string | number | boolean | null | undefined

/** The format of a raw value: `moment` is an ISO time, `day` an ISO date, `money` and `number` are numbers. */
export type ColumnKind = 'text' | 'number' | 'money' | 'moment' | 'day'

export interface Column<Row> {
  id: string
  label: string
  value: (row: Row) => CellValue
  kind?: ColumnKind
  /** The cell's content instead of the value. It contains nothing focusable. */
  cell?: (row: Row) => ReactNode
  /** The target of the cell's link, such as a person's page; null for none. The row keeps its own press and key. */
  link?: (row: Row) => string | null
  /** Default width in pixels. */
  width?: number
  /** Sortable by the source; `desc` starts with the largest. */
  sortable?: boolean | 'desc'
  /** Hidden by default. */
  hidden?: boolean
  editor?: CellEditor<Row>
}

/** An editable cell. */
export interface CellEditor<Row> {
  type: 'text' | 'number' | 'switch' | 'choice'
  options?: readonly Option[]
  limit?: number
  /** For a required text: the error key of an empty one. */
  required?: string
  min?: number
  max?: number
  /** For a number; default: whole numbers. */
  decimals?: number
  canEdit?: (row: Row) => boolean
  /** Saves, and returns the current row. @throws AppError which is shown at the cell */
  save: (row: Row, value: string | number | boolean) => Promise<Row>
}

export interface Option {
  value: string
  label: string
}

interface FilterBase {
  /** Its parameter in the address; not `q` or `sort`. */
  id: string
  label: string
}

/**
 * A filter's kind. Values are in {@link TableQuery.filters} as text: the chosen values, one text, a range as [from, to] with ''
 * for an open end, 'yes' or 'no', an id. Days become instants (to is exclusive), except with `asDays`, where the source takes the
 * days themselves.
 */
export type Filter =
  | (FilterBase & { kind: 'choice' | 'choices'; options: readonly Option[] })
  | (FilterBase & { kind: 'text' })
  | (FilterBase & { kind: 'dates'; asDays?: true })
  | (FilterBase & { kind: 'numbers'; unit?: string; min?: number })
  | (FilterBase & { kind: 'switch' })
  | (FilterBase & {
      /** A person, or anything else that is found by typing. */
      kind: 'person'
      /** The box's label, and its text if nothing is found; the defaults are about people. */
      words?: { ask: string; none: string }
      find: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
      nameOf: (id: string) => Promise<string>
    })

export interface Sort {
  column: string
  isDown: boolean
}

export type FilterValues = Readonly<Record<string, readonly string[]>>

/** The query for a source. */
export interface TableQuery {
  search: string
  sort: Sort | null
  filters: FilterValues
}

/** Where a page begins: the source's earlier `next`. */
export type Cursor = Readonly<Record<string, unknown>> | string | number

export interface Page<Row> {
  rows: readonly Row[]
  /** null after the last page. */
  next: Cursor | null
  /** The number of rows of the filter, if the source knows it without counting. */
  total?: number
}

/**
 * @param page.columns only these columns of the rows are needed, by id (a file); a source may omit those that none of them reads
 */
export type Source<Row> = (
  query: TableQuery,
  page: { after: Cursor | null; size: number; columns?: readonly string[] },
  signal: AbortSignal
) => Promise<Page<Row>>

export interface RowAction {
  id: string
  label: string
  /** The key that does the same without the menu; the page listens for it. */
  keys?: Keys
  icon?: LucideIcon
  isDanger?: boolean
  onSelect: () => void
}

/** An action on each selected row separately. */
export interface BulkAction<Row> {
  id: string
  label: string
  /** While rows are selected. */
  keys?: Keys
  icon?: LucideIcon
  isDanger?: boolean
  /** The confirmation, for a number of rows. */
  question: (count: number) => string
  /** A text requested once, for all rows. */
  note?: { label: string; hint?: string; limit: number; isRequired?: true }
  /** @throws AppError which is reported for the row */
  run: (row: Row, signal: AbortSignal, note: string) => Promise<unknown>
}

/** The same with a custom dialog, for additional input for each row. */
export interface BulkDialogAction<Row> extends Pick<BulkAction<Row>, 'id' | 'label' | 'keys' | 'icon' | 'isDanger'> {
  dialog: (rows: readonly Row[], onClose: () => void) => ReactNode
}

/** A panel beside the table with the facts of one row. */
export interface Peek<Row> {
  /** Default: every column with its label. */
  content?: (row: Row) => ReactNode
  footer?: (row: Row) => ReactNode
}

/** Live rows. */
export interface LiveRows<Row> {
  topic: string | null
  events: readonly string[]
  /** The row of a message; without it any of them may have changed. */
  idOf?: (message: BroadcastMessage) => string | null
  /** Whether someone waits for the message's row: it is then read at once, regardless of other messages. */
  isUrgent?: (message: BroadcastMessage) => boolean
  /** The current row; null if it is gone. */
  one?: (id: string, signal: AbortSignal) => Promise<Row | null>
  /** The order changes with time, so it is checked at this interval (ms); 0 for never. */
  orderMs?: number
}

/** Rows ordered by people: `rowOrder()` of `./order`. */
export interface RowOrder<Row> {
  /** Stores the whole order. @throws AppError */
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
  /** What Ctrl+Z undoes. */
  lastChange: RefObject<(() => void) | null>
  /** Shows the page with this position. */
  follow: (place: number) => void
}

/** Rows in a person's order; positions are those in the whole list. */
export interface OrderOfRows<Row> {
  rows: readonly Row[]
  canMove: boolean
  /** Without a search, filter or other order. */
  isOwn: boolean
  /** The announcement of the last move for screen readers. */
  said: string
  /** The position of the dragged row. */
  dragged: number | null
  /** @returns the row's new position, the old one if it may not be moved */
  move: (from: number, to: number) => number
  onPointerDown: (event: PointerEvent<HTMLElement>, place: number) => void
}

/** A line over the rows for adding rows one after the other. */
export interface NewRow {
  label: string
  button: string
  /** Maximum characters. */
  limit: number
  /** The error key for an empty one. */
  required: string
  /** Idempotent by key. @throws AppError */
  add: (text: string, clientKey: string) => Promise<unknown>
}

/** A named set of filters, as a tab. */
export interface View {
  id: string
  label: string
  filters: FilterValues
  sort?: Sort
}

/** A table's data about the person and the operator; `useTableHost()` of the entity person. */
export interface TableHost {
  personId: string
  timeZone: string
  locale: string
  money: (amount: number) => string
  dateTime: (at: string) => string
  /** Why files cannot be saved, as an error key; null if they can. */
  exportRefusal: string | null
  /** What a print contains beside the rows. */
  paper: {
    /** The operator: name, address, contact; a line each. */
    company: readonly string[]
    /** The address of its logo. */
    logo?: string | undefined
    currency: string
    decimals: number
    /** The person who prints. */
    person: string
  }
}

/** Rows on paper, for a bookkeeper: the export then also offers a PDF. */
export interface PrintOptions<Row> {
  /** Columns with sums. */
  sums: readonly string[]
  /** The ledger's account of a column, by the column. */
  accounts?: Readonly<Record<string, string>>
  /** Groups the rows by this name; each group has its sums. */
  groupOf?: (row: Row) => string
  /** The subject, such as a period. */
  facts?: (query: TableQuery) => readonly (readonly [label: string, text: string])[]
}

/** Rows that sum others. */
export interface Tree<Row> {
  isSum: (row: Row) => boolean
  /** The rows of one sum, in order. */
  below: (row: Row, query: TableQuery, signal: AbortSignal) => Promise<readonly Row[]>
  /** The initially open ones. */
  opened?: 'first' | 'all'
}

/** The rows of a table for actions: they are read again after one. */
export interface TableActs {
  refresh: () => Promise<unknown>
}

/** A screen's table as data. */
export interface TableDefinition<Row> {
  /** The key of the person's layout. */
  id: string
  /** The heading of the rows: "Bookings". */
  label: string
  /** It is below the header of a page about something else, such as a person's trips: no views, no page name. */
  isPart?: true
  columns: readonly Column<Row>[]
  source: Source<Row>
  rowId: (row: Row) => string
  /** The row's name for people: "booking ABCDEF" is selected, opened, changed. */
  rowName: (row: Row) => string
  /** The search box's label; without it there is none. */
  search?: string
  filters?: readonly Filter[]
  views?: readonly View[]
  /** The page of a row; null if it has none. */
  rowLink?: (row: Row) => string | null
  /** Slightly smaller text: for a list that is watched all day beside a map. */
  isDense?: boolean
  /** Opens a row without leaving the page: `rowLink` is then for another tab. With 'key' the keyboard moves there. */
  onOpen?: (row: Row, how: 'key' | 'look') => void
  /** Rows highlighted together with a view beside the table. */
  lit?: LitRows
  /** Called with the loaded rows. */
  onRows?: (rows: readonly Row[]) => void
  /** Rows that sum others, which open below them. */
  tree?: Tree<Row>
  /** The list is read as a whole (at most 1,000 rows), and ordered by hand without another order or filter. */
  order?: RowOrder<Row>
  /** Rows per page of a list that is read as a whole; default: infinite scrolling. */
  pageSize?: number
  newRow?: NewRow
  /** A row's actions; requested when its menu opens. */
  actions?: (row: Row, table: TableActs) => Promise<readonly RowAction[]> | readonly RowAction[]
  bulk?: readonly (BulkAction<Row> | BulkDialogAction<Row>)[]
  peek?: Peek<Row>
  /** A row on a phone; default: the first columns with their labels. */
  card?: (row: Row) => ReactNode
  /** The text of an empty table. */
  empty: { title: string; hint?: string; icon?: LucideIcon; action?: ReactNode }
  live?: LiveRows<Row>
  /** What an export writes if the rows are sums of others; default: the rows. */
  lines?: Source<Row>
  print?: PrintOptions<Row>
  /** The screen's main action. */
  action?: ReactNode
  /** Between the heading and the rows, such as a chart of them. */
  above?: ReactNode
}
