import { ArrowDown, ArrowUp } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/lib/utils'
import { fadeClasses } from './fade'
import { isNumeric } from './grid-cell'
import type { Place } from './grid-keys'
import type { Column, Sort } from './types'
import type { TableModel } from './use-data-table'
import { type ColumnPlace, ORDER, SELECT } from './use-model'

/** How much an arrow key changes a column's width (px). */
const STEP = 16
const DRAGGED = 'application/x-hackney-column'

export const pinClasses = 'sticky z-10'

/** Classes of a header's text: a long name uses a second line before it is cut. */
const headText = 'line-clamp-2 min-w-0 leading-4 text-balance hyphens-auto [overflow-wrap:anywhere]'

/**
 * Returns the sort after a header was pressed. The first press sorts by the column's default direction, the second one by the
 * opposite direction, and the third one restores the order of the source.
 */
export function nextSort(column: Pick<Column<unknown>, 'id' | 'sortable'>, sort: Sort | null): Sort | null {
  const first = column.sortable === 'desc'
  if (sort?.column !== column.id) return { column: column.id, isDown: first }
  return sort.isDown === first ? { column: column.id, isDown: !first } : null
}

export function GridHead<Row>({ model, at }: { model: TableModel<Row>; at: Place }) {
  const { t } = useTranslation('table')
  const { columns, selection, definition } = model
  return (
    <thead className="sticky top-0 z-20">
      <tr data-row={-1} className="h-10">
        {columns.places.map((place, index) => {
          const tabIndex = at.row < 0 && at.column === index ? 0 : -1
          if (place.column) return <Head key={place.id} model={model} place={place} index={index} tabIndex={tabIndex} />
          return (
            <th
              key={place.id}
              data-column={index}
              scope="col"
              className={cn(
                pinClasses,
                'border-b border-line bg-paper px-2.5 text-start',
                index === 0 && 'ps-4',
                place.pin === 'end' && fadeClasses
              )}
              style={place.pin === 'start' ? { insetInlineStart: place.offset } : { insetInlineEnd: 0 }}
              {...(place.id === SELECT ? {} : { tabIndex })}
            >
              {place.id === SELECT && selection ? (
                <Checkbox
                  data-widget
                  tabIndex={tabIndex}
                  aria-label={t('select.page', { what: definition.label })}
                  checked={selection.isPage}
                  isMixed={selection.count > 0 && !selection.isPage}
                  onChange={() => (selection.isPage ? selection.clear() : selection.selectPage())}
                />
              ) : (
                <span className="sr-only">{t(place.id === ORDER ? 'order.column' : 'actions')}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface HeadProps<Row> {
  model: TableModel<Row>
  place: ColumnPlace<Row>
  index: number
  tabIndex: number
}

/**
 * A column's header. A press sorts by the column. Dragging the header, or Alt and an arrow key, moves the column. Dragging its
 * edge, or Shift and an arrow key, resizes the column.
 */
function Head<Row>({ model, place, index, tabIndex }: HeadProps<Row>) {
  const { t, i18n } = useTranslation('table')
  const { layout, query, change } = model
  const { column, header, width, pin, offset } = place
  if (!column) return null
  const sort = query.sort?.column === column.id ? query.sort : null
  const Arrow = sort?.isDown ? ArrowDown : ArrowUp
  const ownIndex = layout.order.indexOf(column.id)
  const isFixed = ownIndex === 0

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!arrow || (!event.altKey && !event.shiftKey)) return
    event.preventDefault()
    const way = i18n.dir() === 'rtl' ? -arrow : arrow
    if (event.shiftKey) layout.setWidth(column.id, width + way * STEP)
    else if (!isFixed) layout.move(column.id, model.nextShown(ownIndex, way))
  }
  const onDrop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED)
    if (dragged && !isFixed) layout.move(dragged, ownIndex)
  }
  return (
    <th
      scope="col"
      data-column={index}
      aria-sort={column.sortable ? (sort ? (sort.isDown ? 'descending' : 'ascending') : 'none') : undefined}
      className={cn(
        'group/head relative border-b border-line bg-paper font-medium text-muted',
        model.definition.isDense && column ? 'px-2' : 'px-3',
        isNumeric(column) ? 'text-end' : 'text-start',
        index === 0 && 'ps-6',
        pin === 'start' && [pinClasses, 'border-e']
      )}
      style={pin === 'start' ? { insetInlineStart: offset } : undefined}
      {...(column.sortable ? {} : { tabIndex })}
      draggable={!isFixed}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, column.id)}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && !isFixed && event.preventDefault()}
      onDrop={onDrop}
      onKeyDown={onKeyDown}
      aria-describedby={model.headHintId}
    >
      {column.sortable ? (
        <button
          type="button"
          data-widget
          tabIndex={tabIndex}
          className={cn(
            'inline-flex min-h-8 max-w-full items-center gap-1 rounded-control text-start hover:text-ink',
            isNumeric(column) && 'text-end',
            sort && 'font-semibold text-ink'
          )}
          onClick={() => change({ sort: nextSort(column, query.sort) })}
        >
          <span className={headText}>{column.label}</span>
          {sort && <Arrow aria-hidden className="size-3.5 shrink-0" />}
        </button>
      ) : (
        <span className={headText}>{column.label}</span>
      )}
      {header.column.getCanResize() && (
        // The edge that resizes the column by dragging. Shift and the arrow keys on the header do the same.
        <span
          aria-hidden
          title={t('columns.drag_width')}
          className="absolute inset-y-0 -end-1.5 z-10 w-3 cursor-col-resize touch-none after:absolute after:inset-y-2 after:start-1 after:w-px after:bg-line-strong after:opacity-0 hover:after:opacity-100"
          onMouseDown={header.getResizeHandler()}
          onTouchStart={header.getResizeHandler()}
          draggable
          onDragStart={(event) => {
            event.preventDefault()
            event.stopPropagation()
          }}
          onDoubleClick={() => layout.setWidth(column.id, column.width ?? 160)}
        />
      )}
    </th>
  )
}
