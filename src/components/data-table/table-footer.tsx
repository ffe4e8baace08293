import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import type { TableModel } from './use-data-table'
import type { Pager } from './use-pager'

/**
 * The line below the rows: the number of loaded rows (and of all rows, if known), buttons for more rows or for other pages, and
 * on a desktop a list of keyboard keys.
 */
export function TableFooter<Row>({ model, isPhone }: { model: TableModel<Row>; isPhone: boolean }) {
  const { t } = useTranslation('table')
  const { rows, tree, pager, order } = model
  // If rows of the table sum other rows, only the sums are counted, not the summed rows that are shown below them.
  const count = pager
    ? pager.count
    : tree
      ? rows.rows.filter((row) => tree.isOpen(row) !== null).length
      : rows.rows.length
  const words =
    rows.total !== undefined && rows.total > count
      ? t('count.of', { count, total: rows.total })
      : t(rows.hasMore ? 'count.first' : 'count.all', { count })
  return (
    <footer className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-paper px-4 py-1 text-xs text-muted md:px-6 low:min-h-7 low:py-0">
      <span role="status" className="tabular">
        {rows.isLoading || rows.isOld ? t('searching') : words}
      </span>
      {rows.error && count > 0 ? <ErrorBanner error={rows.error} onRetry={rows.retry} /> : null}
      {rows.hasMore && !rows.error && (
        <Button size="sm" variant="ghost" className="h-7 text-xs" busy={rows.isLoadingMore} onClick={rows.loadMore}>
          {t('more')}
        </Button>
      )}
      {order && <order.Note model={model} />}
      {pager && pager.last > 0 && <PagerLine pager={pager} />}
      {!isPhone && <Hints model={model} />}
    </footer>
  )
}

function PagerLine({ pager: { page, last, open } }: { pager: Pager }) {
  const { t } = useTranslation('table')
  return (
    <nav aria-label={t('pages.label')} className="flex items-center gap-1">
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={t('pages.previous')}
        disabled={page === 0}
        onClick={() => open(page - 1)}
      >
        <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
      </Button>
      <span className="tabular">{t('pages.of', { page: page + 1, count: last + 1 })}</span>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={t('pages.next')}
        disabled={page === last}
        onClick={() => open(page + 1)}
      >
        <ChevronRight aria-hidden className="rtl:-scale-x-100" />
      </Button>
    </nav>
  )
}

function Hints<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { peek, selection, order, definition } = model
  const space = peek ? 'peek' : selection ? 'select' : null
  return (
    <span className="ms-auto flex items-center gap-4 max-lg:hidden" aria-hidden>
      <Hint keys={['↑', '↓']}>{t('hint.move')}</Hint>
      {space && <Hint keys={[t('key.space')]}>{t(`hint.${space}`)}</Hint>}
      {peek && selection && <Hint keys={['⇧', t('key.space')]}>{t('hint.select')}</Hint>}
      {definition.rowLink && <Hint keys={['⏎']}>{t('hint.open')}</Hint>}
      {definition.search && <Hint keys={['Ctrl', 'F']}>{t('hint.search')}</Hint>}
      {order?.canMove && <Hint keys={['Alt', '↑', '↓']}>{t('hint.reorder')}</Hint>}
      {(peek || selection) && <Hint keys={['Esc']}>{t('hint.close')}</Hint>}
    </span>
  )
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-grid h-5 min-w-5 place-items-center rounded-[5px] border border-line bg-card px-1 font-sans text-[11px]"
        >
          {key}
        </kbd>
      ))}
      <span>{children}</span>
    </span>
  )
}
