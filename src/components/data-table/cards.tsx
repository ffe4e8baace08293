import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/lib/utils'
import { FoldMark } from './fold-mark'
import { opensElsewhere, pressedBy, shownCell } from './grid-cell'
import { lazyGeneric } from './lazy-generic'
import { RowMenu } from './row-menu'
import type { TableModel } from './use-data-table'

const CellEditorField = lazyGeneric(() => import('./cell-editor').then((part) => part.CellEditorField))
const NotedCell = lazy(() => import('./cell-editor').then((part) => ({ default: part.NotedCell })))

/** How many facts a card shows below the row's name, if the table has no custom layout for cards. */
const FACTS = 4

/** Renders the table on a phone: one card for each row, with the row's actions. */
export function Cards<Row>({ model }: { model: TableModel<Row> }) {
  const { rows, definition, selection, order } = model
  const live = useRef(model)
  live.current = model
  return (
    <ul
      data-rows=""
      aria-label={definition.label}
      aria-busy={rows.isOld || undefined}
      className={cn(rows.isFaded && 'opacity-50')}
    >
      {rows.rows.map((row, index) => {
        const id = definition.rowId(row)
        return (
          // The browser skips the layout of cards that are far out of view.
          <li
            key={id}
            data-place={model.first + index}
            className={cn(
              'flex items-start border-b border-line bg-card [contain-intrinsic-size:auto_7rem] [content-visibility:auto]',
              order?.dragged === model.first + index && 'bg-soft'
            )}
          >
            {order && (
              <span className="py-3 ps-1">
                <order.Handle
                  model={model}
                  place={model.first + index}
                  onPointerDown={(event) => order.onPointerDown(event, model.first + index)}
                />
              </span>
            )}
            {selection && <CardBox model={model} row={row} index={index} />}
            <div className="min-w-0 flex-1">
              <Card model={model} row={row} index={index} />
            </div>
            {(definition.actions || order) && (
              <span className="p-3">
                <RowMenu live={live} definition={definition} row={row} indexNow={() => index} tabIndex={0} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface CardProps<Row> {
  model: TableModel<Row>
  row: Row
}
type IndexedProps<Row> = CardProps<Row> & { index: number }

function CardBox<Row>({ model, row, index }: IndexedProps<Row>) {
  const { t } = useTranslation('table')
  const { definition, selection } = model
  return (
    <span className="py-3 ps-3">
      <Checkbox
        aria-label={t('select.row', { name: definition.rowName(row) })}
        checked={selection?.ids[definition.rowId(row)] === true}
        onChange={() => selection?.toggle(index)}
      />
    </span>
  )
}

function Card<Row>({ model, row, index }: IndexedProps<Row>) {
  const { definition } = model
  const id = definition.rowId(row)
  const edited = definition.columns.find((column) => model.edit?.isOpen(id, column.id))
  if (edited && model.edit) {
    return (
      <div className="p-3">
        <p aria-hidden className="mb-1 text-xs text-muted">
          {edited.label}
        </p>
        <Suspense fallback={<div className="h-7 max-sm:h-11" />}>
          <CellEditorField edit={model.edit} locale={model.host.locale} column={edited} row={row} />
        </Suspense>
      </div>
    )
  }
  const noted = definition.columns.find((column) => model.edit?.noteOf(id, column.id))
  const facts = definition.card?.(row) ?? <Facts model={model} row={row} />
  const inner = noted ? (
    <Suspense fallback={facts}>
      <NotedCell note={model.edit?.noteOf(id, noted.id)} onForget={() => model.edit?.forget(id, noted.id)}>
        {facts}
      </NotedCell>
    </Suspense>
  ) : (
    facts
  )
  const link = definition.rowLink?.(row)
  const isOpen = model.tree?.isOpen(row) ?? null
  if (isOpen !== null) {
    return (
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex w-full items-start gap-2 p-4 text-start focus-visible:outline-offset-[-2px]"
        onClick={() => model.tree?.toggle(row)}
      >
        <FoldMark isOpen={isOpen} className="mt-1" />
        <span className="min-w-0 flex-1">{inner}</span>
      </button>
    )
  }
  if (!link) return <div className={cn('p-4', model.tree && 'ps-10')}>{inner}</div>
  return (
    <Link
      to={link}
      onClick={(event) => {
        if (!definition.onOpen || opensElsewhere(event)) return
        event.preventDefault()
        model.openRow(index, pressedBy(event))
      }}
      className={cn('block p-4 focus-visible:outline-offset-[-2px]', model.tree && 'ps-10')}
    >
      {inner}
    </Link>
  )
}

/** The default content of a card: the first column as the row's name, the next columns with their labels. */
function Facts<Row>({ model, row }: CardProps<Row>) {
  const { layout, definition, host } = model
  const columns = layout.order.flatMap((id) => {
    const column = layout.shown[id] && definition.columns.find((one) => one.id === id)
    return column ? [column] : []
  })
  const [first, ...others] = columns
  if (!first) return null
  return (
    <>
      <p dir="auto" className="truncate text-base font-semibold">
        {shownCell(first, row, host)}
      </p>
      <dl className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
        {others.slice(0, FACTS).map((column) => (
          <div key={column.id} className="min-w-0">
            <dt className="text-xs text-muted">{column.label}</dt>
            {/* No equal-width digits in plain text: this style would also widen the hyphen of "Mercedes-Benz". */}
            <dd dir="auto" className={cn('truncate', column.kind && 'tabular')}>
              {shownCell(column, row, host)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
