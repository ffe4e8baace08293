/** The cells of a table's row: values, links, editors and check boxes. */
import { lazy, type MouseEvent, type PointerEvent, type ReactNode, type RefObject, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/components/ui/checkbox'
import { formatNumber } from '@/lib/format/format'
import { writtenDay } from '@/lib/time/days'
import { cn } from '@/lib/utils'
import { fadeClasses } from './fade'
import { FoldMark } from './fold-mark'
import { lazyGeneric } from './lazy-generic'
import { RowMenu } from './row-menu'
import type { Column, TableHost } from './types'
import type { TableModel } from './use-data-table'
import { ACTIONS, type ColumnPlace, ORDER, SELECT } from './use-model'

const CellEditorField = lazyGeneric(() => import('./cell-editor').then((part) => part.CellEditorField))
const NotedCell = lazy(() => import('./cell-editor').then((part) => ({ default: part.NotedCell })))

/** Whether a column shows numbers. They are aligned at the end, so that their digits line up. */
export const isNumeric = ({ kind }: { kind?: string }): boolean => kind === 'number' || kind === 'money'

/** Returns a cell's content: what the column's `cell` returns; if the column has no `cell`, the formatted value. */
export function shownCell<Row>(column: Column<Row>, row: Row, host: TableHost): ReactNode {
  if (column.cell) return column.cell(row)
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return <span className="text-muted">–</span>
  if (column.kind === 'money' && typeof value === 'number') return host.money(value)
  if (column.kind === 'number' && typeof value === 'number') return formatNumber(value, host.locale)
  if (column.kind === 'moment' && typeof value === 'string') return host.dateTime(value)
  if (column.kind === 'day' && typeof value === 'string') return writtenDay(value, host.locale)
  return String(value)
}

export interface CellsProps<Row> {
  /** The table's state when this row was last rendered. */
  model: TableModel<Row>
  /** The table's current state, for event handlers, because the `model` of a memoized row may be older. */
  live: RefObject<TableModel<Row>>
  row: Row
  /** The row's position in the whole list, if people can move the rows; otherwise null. */
  place: number | null
  /** The index of the active cell in this row; null while the active cell is in another row. */
  column: number | null
  isSelected: boolean
  /** For a row that sums other rows: whether the summed rows are shown below it. Null for other rows. */
  isOpen: boolean | null
  isMarked: boolean
  tone: string
}

interface CellProps<Row> extends CellsProps<Row> {
  columnPlace: ColumnPlace<Row>
  at: number
  tabIndex: number
}

export function Cell<Row>(props: CellProps<Row>) {
  const { model, row, columnPlace, at, tabIndex, tone, isMarked, isOpen } = props
  const { id, column, pin, offset } = columnPlace
  const isName = column !== undefined && model.layout.order[0] === column.id
  const isWidget =
    id === SELECT || id === ACTIONS || (isName && (isOpen !== null || Boolean(model.definition.rowLink?.(row))))
  return (
    <td
      data-column={at}
      {...(isWidget ? {} : { tabIndex })}
      className={cn(
        model.definition.isDense && column ? 'px-2' : 'px-3',
        'border-b border-line focus-visible:outline-offset-[-2px] tabular',
        tone,
        !column && (id === ORDER ? 'px-0' : 'px-2.5'),
        column && isNumeric(column) && 'text-end',
        pin && 'sticky z-10',
        // A column fixed at the end must not clip, because its faded edge is outside of the cell.
        pin === 'end' ? fadeClasses : 'overflow-hidden',
        isName && 'border-e',
        at === 0 && (column ? (model.tree ? (isOpen === null ? 'ps-12' : 'ps-4') : 'ps-6') : 'ps-4'),
        isMarked && at === 0 && 'shadow-[inset_2px_0_0_var(--ink)] rtl:shadow-[inset_-2px_0_0_var(--ink)]'
      )}
      style={pin === 'start' ? { insetInlineStart: offset } : pin === 'end' ? { insetInlineEnd: 0 } : undefined}
    >
      <Content {...props} isName={isName} />
    </td>
  )
}

function Content<Row>({
  model,
  live,
  row,
  place,
  columnPlace,
  tabIndex,
  isSelected,
  isName,
  isOpen
}: CellProps<Row> & { isName: boolean }) {
  const { definition, selection, host } = model
  const id = definition.rowId(row)
  const indexNow = () => live.current.ids.indexOf(id)
  if (columnPlace.id === SELECT && selection) {
    const name = definition.rowName(row)
    return <RowBox live={live} name={name} indexNow={indexNow} tabIndex={tabIndex} isSelected={isSelected} />
  }
  if (columnPlace.id === ORDER && model.order && place !== null) {
    const take = (event: PointerEvent<HTMLElement>) => live.current.order?.onPointerDown(event, place)
    return <model.order.Handle model={model} place={place} onPointerDown={take} />
  }
  if (columnPlace.id === ACTIONS) {
    return <RowMenu key={id} live={live} definition={definition} row={row} indexNow={indexNow} tabIndex={tabIndex} />
  }
  if (!columnPlace.column) return null
  const { column } = columnPlace
  if (model.edit?.isOpen(id, column.id)) {
    return (
      <Suspense fallback={<div className="h-7 max-sm:h-11" />}>
        <CellEditorField edit={model.edit} locale={host.locale} column={column} row={row} />
      </Suspense>
    )
  }
  // A text is aligned by the direction of its own language (an Arabic name on the right). A number is aligned at the end of its
  // column.
  const text = isNumeric(column) ? (
    <span className="block truncate">
      <bdi>{shownCell(column, row, host)}</bdi>
    </span>
  ) : (
    <span dir="auto" className={column.wraps ? 'line-clamp-2 leading-4 break-words' : 'block truncate'}>
      {shownCell(column, row, host)}
    </span>
  )
  const note = column.editor && model.edit?.noteOf(id, column.id)
  const shown = note ? (
    <Suspense fallback={text}>
      <NotedCell note={note} onForget={() => model.edit?.forget(id, column.id)}>
        {text}
      </NotedCell>
    </Suspense>
  ) : (
    text
  )
  if (isName && isOpen !== null) {
    return (
      <button
        type="button"
        data-widget
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        className="flex h-full min-h-6 w-full items-center gap-2 rounded-[4px] text-start font-semibold focus-visible:outline-offset-0"
        onClick={() => live.current.tree?.toggle(row)}
      >
        <FoldMark isOpen={isOpen} />
        {shown}
      </button>
    )
  }
  const page = isName && definition.rowLink?.(row)
  const to = page || column.link?.(row)
  if (!to) return shown
  return (
    // A plain link, because the router's own link re-renders with each change of the address: setting a filter would re-render
    // fifty links. Only the link to the row's own page is in the tab order. Keyboard users reach other linked pages by the
    // row's menu.
    <a
      href={to}
      data-widget={page ? '' : undefined}
      tabIndex={page ? tabIndex : -1}
      className={cn(
        'min-h-6 items-center rounded-[4px] hover:underline focus-visible:outline-offset-0',
        page ? 'flex h-full font-semibold' : 'inline-flex max-w-full align-middle'
      )}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        if (page) live.current.openRow(indexNow(), pressedBy(event))
        else live.current.follow(to)
      }}
    >
      {shown}
    </a>
  )
}

/** Whether a click opens a new tab or window, or saves the target as a file. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey

/** Whether a row was opened by a key or by a pointer: for a key press, `detail` (the number of clicks) is 0. */
export const pressedBy = ({ detail }: MouseEvent): 'key' | 'look' => (detail === 0 ? 'key' : 'look')

interface RowBoxProps<Row> extends Pick<CellProps<Row>, 'live' | 'tabIndex' | 'isSelected'> {
  name: string
  indexNow: () => number
}

function RowBox<Row>({ live, name, indexNow, tabIndex, isSelected }: RowBoxProps<Row>) {
  const { t } = useTranslation('table')
  return (
    <Checkbox
      data-widget
      tabIndex={tabIndex}
      aria-label={t('select.row', { name })}
      checked={isSelected}
      onClick={(event) => event.shiftKey && live.current.selection?.reach(indexNow())}
      onChange={(event) => {
        const { shiftKey } = event.nativeEvent as globalThis.MouseEvent
        if (!shiftKey) live.current.selection?.toggle(indexNow())
      }}
    />
  )
}
