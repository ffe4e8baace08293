import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Facts } from '@/components/ui/facts'
import { SplitPane } from '@/components/ui/split-pane'
import { shownCell } from './grid-cell'
import type { TableModel } from './use-data-table'

/** Widths of the panel (px); the table beside it keeps at least 420 px, enough for its first columns. */
const bounds = { initial: 360, min: 280, rest: 420 }

const buttonClasses =
  'grid size-8 place-items-center rounded-control text-muted hover:bg-soft hover:text-ink disabled:opacity-40'

/**
 * A panel beside the table with the facts of one row. Arrow keys in the table show the next or previous row, Escape closes the
 * panel.
 */
export function PeekPanel<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { definition, peek, rows } = model
  const row = peek && peek.index >= 0 ? rows.rows[peek.index] : undefined
  const scroll = useRef<HTMLDivElement>(null)
  const id = peek?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when the panel shows another row (`id`)
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0
  }, [id])
  if (!peek || row === undefined || !definition.peek) return null
  const name = definition.rowName(row)
  return (
    <SplitPane
      name="peek"
      personId={model.host.personId}
      bounds={bounds}
      label={t('peek.label', { name })}
      className="flex w-[22.5rem] flex-col border-s border-line bg-card max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-30 max-lg:max-w-[90%]"
      onKeyDown={(event) => {
        if (event.key === 'Escape') model.closePeek()
      }}
    >
      <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-3 text-sm">
        <span className="me-1 ps-1 text-muted tabular">
          {t('peek.place', { index: peek.index + 1, count: rows.rows.length })}
        </span>
        <button
          type="button"
          aria-label={t('peek.previous')}
          className={buttonClasses}
          disabled={peek.index === 0}
          onClick={() => peek.step(-1)}
        >
          <ChevronUp aria-hidden className="size-4" />
        </button>
        <button
          type="button"
          aria-label={t('peek.next')}
          className={buttonClasses}
          disabled={peek.index >= rows.rows.length - 1}
          onClick={() => peek.step(1)}
        >
          <ChevronDown aria-hidden className="size-4" />
        </button>
        <span className="flex-1" />
        {definition.rowLink?.(row) && (
          <Link to={definition.rowLink(row) ?? ''} aria-label={t('peek.open', { name })} className={buttonClasses}>
            <Maximize2 aria-hidden className="size-4" />
          </Link>
        )}
        <button type="button" aria-label={t('peek.close')} className={buttonClasses} onClick={model.closePeek}>
          <X aria-hidden className="size-4" />
        </button>
      </header>
      <div ref={scroll} className="min-h-0 flex-1 overflow-y-auto">
        {definition.peek.content?.(row) ?? <AllFacts model={model} row={row} />}
      </div>
      {definition.peek.footer && (
        <footer className="flex shrink-0 flex-wrap gap-2 border-t border-line p-3">
          {definition.peek.footer(row)}
        </footer>
      )}
    </SplitPane>
  )
}

/** All columns of a row, including those hidden in the table; the first column is the row's name. */
function AllFacts<Row>({ model: { definition, host }, row }: { model: TableModel<Row>; row: Row }) {
  const [first, ...others] = definition.columns
  return (
    <div className="space-y-4 p-5 text-sm">
      <h2 dir="auto" className="text-base font-semibold break-words">
        {first && shownCell(first, row, host)}
      </h2>
      <Facts facts={others.map((column) => [column.label, shownCell(column, row, host)])} />
    </div>
  )
}
