import { Download } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { LiveRegion } from '@/components/ui/live-region'
import { PageHeader } from '@/components/ui/page-header'
import { afterPaint } from '@/lib/loading/after-paint'
import { useMedia } from '@/lib/page/use-media'
import { cn } from '@/lib/utils'
import { ColumnsMenu } from './columns-menu'
import { Grid } from './grid'
import { lazyGeneric } from './lazy-generic'
import { NoRows, RowsSkeleton } from './states'
import { TableFooter } from './table-footer'
import { Toolbar } from './toolbar'
import type { TableDefinition, TableHost } from './types'
import { type TableModel, useDataTable } from './use-data-table'

const loadCards = () => import('./cards')
const Cards = lazyGeneric(() => loadCards().then((part) => part.Cards))
const NewRowLine = lazyGeneric(() => import('./new-row-line').then((part) => part.NewRowLine))
const PeekPanel = lazyGeneric(() => import('./peek-panel').then((part) => part.PeekPanel))
const SelectionBar = lazyGeneric(() => import('./selection-bar').then((part) => part.SelectionBar))
const ExportDialog = lazyGeneric(() => import('./export/export-dialog').then((part) => part.ExportDialog))

interface DataTableProps<Row> {
  /** The table's columns, source and actions. Memoize it (`useMemo`, or a constant). */
  definition: TableDefinition<Row>
  host: TableHost
  /** True if the page shows its own heading above the table, so the table's name is the heading of a section. */
  isPart?: boolean
}

/** A screen's table: search, filters, rows that load page by page, and a panel with one row's facts. Fills the given height. */
export function DataTable<Row>({ definition, host, isPart = false }: DataTableProps<Row>) {
  const { t } = useTranslation('table')
  const model = useDataTable(definition, host)
  const isPhone = useMedia('(max-width: 639px)')
  const isEdited = model.edit !== null
  useEffect(() => {
    if (isPhone) void loadCards()
    if (isEdited) void import('./cell-editor')
  }, [isPhone, isEdited])
  const section = useRef<HTMLElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const isControl = event.ctrlKey || event.metaKey
    const search = section.current?.querySelector<HTMLInputElement>('[data-search]')
    if (isControl && event.key === 'f' && search) search.select()
    else if (isControl && event.key === 'z' && !isField(event.target) && model.undo()) event.stopPropagation()
    else if (event.key === 'Escape' && model.peek?.id) model.closePeek()
    else if (event.key === 'Escape' && model.selection?.count) model.selection.clear()
    else return
    event.preventDefault()
  }
  return (
    <section ref={section} aria-label={definition.label} className="flex h-full min-h-0 flex-col" onKeyDown={onKeyDown}>
      <p id={model.headHintId} className="sr-only">
        {t('columns.hint')}
      </p>
      {model.order && (
        <>
          <p id={model.orderHintId} className="sr-only">
            {t('order.hint')}
          </p>
          <LiveRegion>{model.order.said}</LiveRegion>
        </>
      )}
      <Heading model={model} isPhone={isPhone} isPart={isPart || definition.isPart === true} />
      {definition.above}
      <Toolbar model={model} />
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <News model={model} />
          {definition.newRow && (
            <Suspense fallback={<div className="h-[5.5625rem] shrink-0 border-b border-line bg-card" />}>
              <NewRowLine model={model} newRow={definition.newRow} />
            </Suspense>
          )}
          <Rows model={model} isPhone={isPhone} />
          <TableFooter model={model} isPhone={isPhone} />
        </div>
        <Suspense>{!isPhone && model.peek?.id != null && <PeekPanel model={model} />}</Suspense>
        <Suspense>{model.selection && <SelectionBar model={model} />}</Suspense>
      </div>
    </section>
  )
}

const isField = (target: EventTarget): boolean => (target as HTMLElement).matches('input, textarea, select')

interface PartProps<Row> {
  model: TableModel<Row>
  isPhone: boolean
}

function Heading<Row>({ model, isPhone, isPart }: PartProps<Row> & { isPart: boolean }) {
  const { t } = useTranslation('table')
  const { definition, rows } = model
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <PageHeader
        title={definition.label}
        isPart={isPart}
        count={rows.total}
        actions={
          <>
            {!isPhone && <ColumnsMenu model={model} />}
            <Button variant="outline" size="sm" className="h-9" onClick={() => setExporting(true)}>
              <Download aria-hidden />
              {t('export.open')}
            </Button>
            {definition.action}
          </>
        }
      />
      <Suspense>{isExporting && <ExportDialog model={model} onClose={() => setExporting(false)} />}</Suspense>
    </>
  )
}

/**
 * A button that says that there are new rows, or that the order of the rows is out of date. Pressing it shows the current list.
 * The list does not change by itself, because that would move the rows that the person is using.
 */
function News<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { news, scroller } = model
  const show = async () => {
    if (scroller.current) scroller.current.scrollTop = 0
    await news.show()
  }
  return (
    <div role="status" className="relative z-30 flex h-0 justify-center">
      {(news.hasNews || news.isOrderOld) && (
        <Button size="sm" variant="ink" className="mt-12 rounded-full" onClick={() => void show()}>
          {t(news.hasNews ? 'news' : 'old_order')}
        </Button>
      )}
    </div>
  )
}

/** Distance to the end of the list (px) at which the next page is requested. */
const AHEAD = 800

function Rows<Row>({ model, isPhone }: PartProps<Row>) {
  const { rows, scroller, columns } = model
  const { hasMore, isLoadingMore, loadMore, error } = rows
  // The next page is also requested if the first one does not fill the height.
  const follow = () => {
    const element = scroller.current
    if (!element || !hasMore || isLoadingMore || error || element.clientHeight === 0) return
    if (element.scrollHeight - element.scrollTop - element.clientHeight < AHEAD) loadMore()
  }
  const look = useEffectEvent(follow)
  // Checks after painting whether the rows fill the height, because measuring then causes no additional layout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these values may require another page
  useEffect(() => afterPaint(() => look()), [rows.rows.length, hasMore, isLoadingMore, error])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => look())
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the person returns to the table
  useEffect(() => {
    if (scroller.current && model.scrollAtStart > 0) scroller.current.scrollTop = model.scrollAtStart
  }, [])

  const isEmpty = rows.rows.length === 0
  const pinned = columns.places.filter(({ pin }) => pin === 'start').reduce((sum, { width }) => sum + width, 0)
  return (
    <div
      ref={scroller}
      onScroll={follow}
      className={cn(
        'relative min-h-0 flex-1 overflow-auto overscroll-contain bg-card',
        // The bar of the selected rows lies over the end of the list.
        model.selection && model.selection.count > 0 && 'scroll-pb-20 pb-20'
      )}
      // Cards without actions contain nothing focusable: the list itself takes the focus, so that keys can scroll it.
      {...(isPhone && { role: 'group', 'aria-label': model.definition.label, tabIndex: 0 })}
      // Keeps a focused cell clear of the fixed header and the fixed first column.
      style={isPhone ? undefined : { scrollPaddingBlockStart: 40, scrollPaddingInlineStart: pinned }}
    >
      {rows.isLoading && <RowsSkeleton model={model} isPhone={isPhone} />}
      {rows.error && isEmpty ? <ErrorState error={rows.error} onRetry={rows.retry} /> : null}
      {!rows.isLoading && !rows.error && isEmpty && !rows.isOld && <NoRows model={model} />}
      {!isEmpty && !isPhone && <Grid model={model} />}
      {!isEmpty && isPhone && (
        <Suspense fallback={<RowsSkeleton model={model} isPhone />}>
          <Cards model={model} />
        </Suspense>
      )}
    </div>
  )
}
