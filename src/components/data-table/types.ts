import type { LucideIcon } from 'lucide-react'
import type { ComponentType, PointerEvent, ReactNode, RefObject } from 'react'
import type { BroadcastMessage } from '@/lib/channels'
import type { Keys } from '@/lib/keys'
import type { LitRows } from './lit-rows'
import type { TableModel } from './use-data-table'
import type { TableRows } from './use-rows'

/** A cell's raw value: what an export writes, and what stands in the cell where the column draws nothing itself. */
export type CellValue = string | number | boolean | null | undefined

/** How a raw value is written: `moment` is an ISO time, `day` an ISO date, `money` and `number` are figures. */
export type ColumnKind = 'text' | 'number' | 'money' | 'moment' | 'day'

export interface Column<Row> {
  id: string
  label: string
  value: (row: Row) => CellValue
  kind?: ColumnKind
  /** What stands in the cell instead of the value. It holds nothing that takes the focus. */
  cell?: (row: Row) => ReactNode
  /** Where what stands in the cell leads, such as a person's page; null for nowhere. The row keeps its own press and key. */
  link?: (row: Row) => string | null
  /** Pixels until somebody drags it. */
  width?: number
  /** The source orders by it; `desc` begins with the largest. */
  sortable?: boolean | 'desc'
  /** Only shown to those who choose it. */
  hidden?: boolean
  editor?: CellEditor<Row>
}

/** A cell that is changed in place. */
export interface CellEditor<Row> {
  type: 'text' | 'number' | 'switch' | 'choice'
  options?: readonly Option[]
  limit?: number
  /** Of a text that may not be empty: the error key of an empty one. */
  required?: string
  min?: number
  max?: number
  /** Of a figure; without it figures are whole. */
  decimals?: number
  canEdit?: (row: Row) => boolean
  /** Saves, and answers the row as it is now. @throws AppError which is shown at the cell */
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
 * What the rows can be narrowed by. Values stand in {@link TableQuery.filters} as text: the chosen values, one text, a
 * range as [from, to] with '' for an open end, 'yes' or 'no', an id. Days become instants (to is exclusive), but for
 * `asDays`, where the source takes the days themselves.
 */
export type Filter =
  | (FilterBase & { kind: 'choice' | 'choices'; options: readonly Option[] })
  | (FilterBase & { kind: 'text' })
  | (FilterBase & { kind: 'dates'; asDays?: true })
  | (FilterBase & { kind: 'numbers'; unit?: string; min?: number })
  | (FilterBase & { kind: 'switch' })
  | (FilterBase & {
      /** A person, or whatever else is found by typing. */
      kind: 'person'
      /** What the box asks for, and what it says where nothing is found; by themselves they speak of people. */
      words?: { ask: string; none: string }
      find: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
      nameOf: (id: string) => Promise<string>
    })

export interface Sort {
  column: string
  isDown: boolean
}

export type FilterValues = Readonly<Record<string, readonly string[]>>

/** What is asked of a source. */
export interface TableQuery {
  search: string
  sort: Sort | null
  filters: FilterValues
}

/** Where a page begins: whatever the source answered as `next`. */
export type Cursor = Readonly<Record<string, unknown>> | string | number

export interface Page<Row> {
  rows: readonly Row[]
  /** null after the last page. */
  next: Cursor | null
  /** How many rows the filter has, where the source knows without counting. */
  total?: number
}

/**
 * @param page.columns only these columns are wanted of the rows, by their ids (a file); a source may leave out what no one
 *   of them reads
 */
export type Source<Row> = (
  query: TableQuery,
  page: { after: Cursor | null; size: number; columns?: readonly string[] },
  signal: AbortSignal
) => Promise<Page<Row>>

export interface RowAction {
  id: string
  label: string
  /** What does the same without the menu; the page listens for it. */
  keys?: Keys
  icon?: LucideIcon
  isDanger?: boolean
  onSelect: () => void
}

/** Something that is done to each selected row by itself. */
export interface BulkAction<Row> {
  id: string
  label: string
  /** While rows are selected. */
  keys?: Keys
  icon?: LucideIcon
  isDanger?: boolean
  /** The question before it, for so many rows. */
  question: (count: number) => string
  /** A text that is asked for once, for all rows. */
  note?: { label: string; hint?: string; limit: number; isRequired?: true }
  /** @throws AppError which is reported for the row */
  run: (row: Row, signal: AbortSignal, note: string) => Promise<unknown>
}

/** The same with a dialog of its own, for what each row has to be told before. */
export interface BulkDialogAction<Row> extends Pick<BulkAction<Row>, 'id' | 'label' | 'keys' | 'icon' | 'isDanger'> {
  dialog: (rows: readonly Row[], onClose: () => void) => ReactNode
}

/** A panel beside the table with the facts of one row. */
export interface Peek<Row> {
  /** Without it every column with its label. */
  content?: (row: Row) => ReactNode
  footer?: (row: Row) => ReactNode
}

/** Rows that change under the eyes. */
export interface LiveRows<Row> {
  topic: string | null
  events: readonly string[]
  /** The row that a message speaks of; without it any of them may have changed. */
  idOf?: (message: BroadcastMessage) => string | null
  /** Whether a message tells of a row that somebody waits for: it is read at once, however many others come. */
  isUrgent?: (message: BroadcastMessage) => boolean
  /** That row as it is now; null where it is gone. */
  one?: (id: string, signal: AbortSignal) => Promise<Row | null>
  /** The order changes with the time alone, so it is looked at again so often (ms); 0 does not. */
  orderMs?: number
}

/** Rows that people put in order by hand: `rowOrder()` of `./order`. */
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
  /** What Ctrl+Z takes back. */
  lastChange: RefObject<(() => void) | null>
  /** Shows the page with this place. */
  follow: (place: number) => void
}

/** Rows in a person's order; places are those in the whole list. */
export interface OrderOfRows<Row> {
  rows: readonly Row[]
  canMove: boolean
  /** No search, filter or other order holds. */
  isOwn: boolean
  /** What a screen reader hears of the last move. */
  said: string
  /** The place of the row that is under the hand. */
  dragged: number | null
  /** @returns the place of the row then, the old one where it may not be moved */
  move: (from: number, to: number) => number
  onPointerDown: (event: PointerEvent<HTMLElement>, place: number) => void
}

/** A line over the rows that adds one after the other. */
export interface NewRow {
  label: string
  button: string
  /** Characters. */
  limit: number
  /** The error key for an empty one. */
  required: string
  /** Safe to repeat with the same key. @throws AppError */
  add: (text: string, clientKey: string) => Promise<unknown>
}

/** A named set of filters, as a tab. */
export interface View {
  id: string
  label: string
  filters: FilterValues
  sort?: Sort
}

/** What a table takes of the person and the operator; `useTableHost()` of the entity person. */
export interface TableHost {
  personId: string
  timeZone: string
  locale: string
  money: (amount: number) => string
  dateTime: (at: string) => string
  /** Why nothing leaves by a file, as an error key; null where it may. */
  exportRefusal: string | null
  /** What stands on a print beside the rows. */
  paper: {
    /** The operator: name, address, contact; a line each. */
    company: readonly string[]
    /** The address of its mark. */
    logo?: string | undefined
    currency: string
    decimals: number
    /** Who prints. */
    person: string
  }
}

/** Rows on paper, for a bookkeeper: the export then offers a PDF, too. */
export interface PrintOptions<Row> {
  /** Columns whose figures are summed. */
  sums: readonly string[]
  /** The ledger's account of a column's figures, by the column. */
  accounts?: Readonly<Record<string, string>>
  /** Rows stand by groups of this name, each with its sums. */
  groupOf?: (row: Row) => string
  /** What it is about, such as its period. */
  facts?: (query: TableQuery) => readonly (readonly [label: string, text: string])[]
}

/** Rows that sum others. */
export interface Tree<Row> {
  isSum: (row: Row) => boolean
  /** The rows that one sums, in order. */
  below: (row: Row, query: TableQuery, signal: AbortSignal) => Promise<readonly Row[]>
  /** Which are open before anybody opens one. */
  opened?: 'first' | 'all'
}

/** The rows of a table for what acts on them: they are read again once something was done. */
export interface TableActs {
  refresh: () => Promise<unknown>
}

/** A screen's table as data. */
export interface TableDefinition<Row> {
  /** Under this name the layout of the person is kept. */
  id: string
  /** What the rows are, as a heading: "Bookings". */
  label: string
  /** Stands below the head of a page about something else, such as a person's trips: no views, no name for the page. */
  isPart?: true
  columns: readonly Column<Row>[]
  source: Source<Row>
  rowId: (row: Row) => string
  /** What a person calls the row: "booking ABCDEF" is selected, opened, acted on. */
  rowName: (row: Row) => string
  /** The search box's label; without it there is none. */
  search?: string
  filters?: readonly Filter[]
  views?: readonly View[]
  /** The page of a row; null where it has none. */
  rowLink?: (row: Row) => string | null
  /** Words are somewhat smaller and closer: for a list that is looked at all day beside a map. */
  isDense?: boolean
  /** Opens a row without leaving the page: `rowLink` then is what another tab opens. With 'key' the keyboard goes along. */
  onOpen?: (row: Row, how: 'key' | 'look') => void
  /** Rows that light up together with what stands beside the table. */
  lit?: LitRows
  /** Hears of the rows that are loaded. */
  onRows?: (rows: readonly Row[]) => void
  /** Rows of which some sum others, which open below them. */
  tree?: Tree<Row>
  /** The list is read as a whole (1,000 rows at most), and moved by hand while no other order or filter holds. */
  order?: RowOrder<Row>
  /** So many rows on a page of a list that is read as a whole; without it the next ones come as one scrolls. */
  pageSize?: number
  newRow?: NewRow
  /** What may be done to a row; asked for when its menu opens. */
  actions?: (row: Row, table: TableActs) => Promise<readonly RowAction[]> | readonly RowAction[]
  bulk?: readonly (BulkAction<Row> | BulkDialogAction<Row>)[]
  peek?: Peek<Row>
  /** A row on a phone; without it the first columns with their labels. */
  card?: (row: Row) => ReactNode
  /** What an empty table says, literally. */
  empty: { title: string; hint?: string; icon?: LucideIcon; action?: ReactNode }
  live?: LiveRows<Row>
  /** What an export writes, where the rows are sums of others; by itself it writes the rows. */
  lines?: Source<Row>
  print?: PrintOptions<Row>
  /** The screen's one main action. */
  action?: ReactNode
  /** Stands between the heading and the rows, such as a chart of them. */
  above?: ReactNode
}
