import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/utils'
import { isNumeric } from './grid-cell'
import { GridHead } from './grid-head'
import { type Place, placeAfter } from './grid-keys'
import { GridRow } from './grid-row'
import { rowHeights } from './layout'
import { useRowKeys } from './row-keys'
import type { TableModel } from './use-data-table'
import { ACTIONS, type ColumnPlace, SELECT } from './use-model'
import { placeSelector, usePlace } from './use-place'
import { useVirtualRows } from './virtual-rows'

const HEAD_HEIGHT = 40

/** The table as an ARIA grid: only one cell is in the tab order, arrow keys lead to the others. */
export function Grid<Row>({ model }: { model: TableModel<Row> }) {
  const { i18n } = useTranslation('table')
  const { definition, rows, columns, layout, selection, peek, order, pager, scroller, start } = model
  const grid = useRef<HTMLTableElement>(null)
  const height = rowHeights[layout.density]
  const { places, total } = columns
  const widest = widestOf(places)
  const kept = useRef(start.row)
  const keys = useRowKeys(rows.of, model.ids)
  const { slots, rest, scrollTo } = useVirtualRows({
    count: rows.rows.length,
    of: rows.of,
    height,
    head: HEAD_HEIGHT,
    scroller,
    kept: kept.current
  })
  const { at, setPlace, focusOn } = usePlace(start, grid, { rows: rows.rows.length, columns: places.length }, scrollTo)
  kept.current = at.row
  const live = useRef(model)
  live.current = model
  model.place.current = at
  useSeek(live, at, { focusOn, scrollTo })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Ignores keys that are pressed in a cell's editor: the editor handles them itself.
    if (event.defaultPrevented || (event.target as HTMLElement).closest('[data-editor]')) return
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT) / height) - 1)
    const size = { rows: rows.rows.length, columns: places.length, page }
    const isControl = event.ctrlKey || event.metaKey
    const next = event.altKey ? null : placeAfter({ key: event.key, isControl }, at, size, i18n.dir() === 'rtl')
    const isHandled = fold(event.key) || moveRow(event) || (next ? go(event, next) : act(event))
    if (isHandled) event.preventDefault()
  }

  const go = (event: KeyboardEvent, next: Place): boolean => {
    const isVertical = next.row !== at.row || event.key === 'ArrowDown'
    // Shift and a horizontal arrow do not move the focus. In the header they resize the column.
    if (event.shiftKey && (at.row < 0 || !isVertical)) return false
    if (event.shiftKey && selection) selection.reach(Math.max(0, next.row), at.row)
    if (next.row === at.row && event.key === 'ArrowDown' && rows.hasMore) rows.loadMore()
    focusOn(next)
    return true
  }

  /** Moves the focused row up or down if Alt and an arrow key are pressed. Returns whether the key was handled. */
  const moveRow = ({ altKey, key }: KeyboardEvent): boolean => {
    const way = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
    if (!altKey || way === 0 || !order || at.row < 0) return false
    const place = order.move(model.first + at.row, model.first + at.row + way)
    focusOn({ ...at, row: pager ? place % pager.size : place })
    return true
  }

  /**
   * For the first cell of a row that sums other rows: the right arrow shows the summed rows below it, the left arrow hides them
   * (on right-to-left pages the other way round). Returns whether it has handled the key.
   */
  const fold = (key: string): boolean => {
    const row = rows.rows[at.row]
    const isOpen = row === undefined || places[at.column]?.id !== layout.order[0] ? null : model.tree?.isOpen(row)
    const inwards = i18n.dir() === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const outwards = i18n.dir() === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    if (row === undefined || !((isOpen === false && key === inwards) || (isOpen && key === outwards))) return false
    model.tree?.toggle(row)
    return true
  }

  const act = (event: KeyboardEvent): boolean => {
    const row = rows.rows[at.row]
    const isWidget = (event.target as HTMLElement).matches('[data-widget]')
    if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection) {
      selection.selectPage()
      return true
    }
    if (!row) return false
    if (event.key === ' ' && event.shiftKey && selection) {
      selection.toggle(at.row)
      return true
    }
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return openActions()
    if (event.key === 'F2' || (event.key === 'Enter' && !isWidget)) {
      if (edit(at)) return true
    }
    const isCheckbox = places[at.column]?.id === SELECT
    if (event.key === ' ' && !isCheckbox && places[at.column]?.id !== ACTIONS) {
      if (peek) peek.open(at.row)
      else if (definition.onOpen) model.openRow(at.row)
      else selection?.toggle(at.row)
      return Boolean(peek ?? definition.onOpen ?? selection)
    }
    if (event.key === 'Enter' && !isWidget) {
      model.openRow(at.row, 'key')
      return true
    }
    return false
  }

  const openActions = (): boolean => {
    const column = places.findIndex(({ id }) => id === ACTIONS)
    if (column < 0) return false
    focusOn({ row: at.row, column })
    const cell = grid.current?.querySelector(placeSelector({ row: at.row, column }))
    cell
      ?.querySelector<HTMLElement>('[data-widget]')
      ?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    return true
  }

  const edit = ({ row: index, column }: Place): boolean => {
    const row = rows.rows[index]
    return row !== undefined && Boolean(model.edit?.begin(row, places[column]?.id ?? ''))
  }

  const cellOf = (event: { target: EventTarget }): Place | null => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-column]')
    const row = cell?.closest<HTMLElement>('[data-row]')
    return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : null
  }

  const onClick = (event: MouseEvent) => {
    const pressed = cellOf(event)
    const isWidget = (event.target as HTMLElement).closest(
      '[data-widget], [data-editor], [data-handle], a, button, input'
    )
    // A click that ends a text selection does not open the row: the person may want to copy the text.
    if (!pressed || pressed.row < 0 || isWidget || window.getSelection()?.isCollapsed === false) return
    if (peek) peek.open(pressed.row)
    // If the row cannot be opened, the click edits the clicked cell.
    else if (model.canOpen || !edit(pressed)) model.openRow(pressed.row)
  }

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the roles `grid` and `treegrid` both support these properties
    <table
      ref={grid}
      role={model.tree ? 'treegrid' : 'grid'}
      aria-label={definition.label}
      aria-rowcount={rows.hasMore ? -1 : (pager?.count ?? rows.rows.length) + 1}
      aria-describedby={order ? model.orderHintId : undefined}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={rows.isOld || undefined}
      className={cn(
        'w-full table-fixed border-separate border-spacing-0 text-sm',
        rows.isFaded && 'opacity-50',
        definition.isDense && 'text-[13px]'
      )}
      style={{ minWidth: total }}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={(event) => {
        const pressed = cellOf(event)
        if (pressed) edit(pressed)
      }}
      onFocus={(event) => {
        const focused = cellOf(event)
        if (focused) setPlace(focused)
        const id = focused && model.ids[focused.row]
        definition.lit?.setFocused(id ?? null)
        definition.lit?.light(id ?? null)
      }}
      onPointerOver={(event) => definition.lit?.light(model.ids[cellOf(event)?.row ?? -1] ?? null)}
      onPointerLeave={() => definition.lit?.light(null)}
    >
      <colgroup>
        {places.map(({ id, width }, index) => (
          <col key={id} {...(index === widest ? {} : { style: { width } })} />
        ))}
      </colgroup>
      <GridHead model={model} at={at} />
      <tbody data-rows="">
        {/*
           All rows in one flat list. React matches the children of nested lists by position, so one additional row would
           recreate all rows below it.
        */}
        {slots.flatMap(({ index, gap }) => {
          const row = rows.rows[index]
          if (row === undefined) return []
          const id = definition.rowId(row)
          return [
            gap > 0 && <Gap key={`gap-${id}`} height={gap} columns={places.length} />,
            <GridRow
              key={keys[index]}
              model={model}
              live={live}
              row={row}
              index={index}
              height={height}
              column={at.row === index ? at.column : null}
              isSelected={selection?.ids[id] === true}
              isPeeked={peek?.id === id}
              isOpen={model.tree?.isOpen(row) ?? null}
              isDragged={order?.dragged === model.first + index}
            />
          ]
        })}
        {rest > 0 && <Gap height={rest} columns={places.length} />}
      </tbody>
    </table>
  )
}

interface Seek {
  focusOn: (place: Place) => void
  scrollTo: (row: number) => void
}

/** Lets a view beside the table, such as a map, scroll a row of the table into view or focus it (see `LitRows`). */
function useSeek<Row>(live: RefObject<TableModel<Row>>, at: Place, { focusOn, scrollTo }: Seek): void {
  const column = useRef(at.column)
  column.current = at.column
  const { lit } = live.current.definition
  useEffect(() => {
    lit?.onSeek((id, takesFocus) => {
      const row = live.current.ids.indexOf(id)
      if (row < 0) return
      if (takesFocus) return focusOn({ row, column: column.current })
      scrollTo(row)
      // Waits one frame, because a row far out of view must be rendered first.
      requestAnimationFrame(() =>
        live.current.scroller.current
          ?.querySelector(placeSelector({ row, column: 0 }))
          ?.closest('tr')
          ?.scrollIntoView({ block: 'nearest' })
      )
    })
    return () => lit?.onSeek(null)
  }, [lit, live, focusOn, scrollTo])
}

/**
 * Returns the index of the column that takes the remaining width. This is the last text column; if there is none, the column
 * with the row's name. Number columns stay narrow: in a wide one, the numbers would be far from their row's text and easily
 * misread.
 */
function widestOf<Row>(places: readonly ColumnPlace<Row>[]): number {
  const text = places.findLastIndex(({ pin, column }) => pin === false && column && !isNumeric(column))
  return text >= 0 ? text : places.findLastIndex(({ pin }) => pin === 'start')
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}
