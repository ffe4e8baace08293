import { ChevronLeft, ChevronRight, CircleSlash } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { moved } from '@/components/form/rows/reorder'
import { useOrdering } from '@/components/form/rows/use-ordering'
import { useReorder } from '@/components/form/rows/use-reorder'
import { useFormRules } from '@/components/form/rules'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/lib/use-error-text'
import { type CancelReason, orderReasons, reasonsKey, useReasons } from '../api'
import { AddReason } from './add-reason'
import { ReasonRow } from './reason-row'

/** Reasons on one page (spec section 9). */
export const PAGE_SIZE = 10

/** Why people cancel, in the order in which they are asked. */
export function CancelReasonsPage() {
  const { t } = useTranslation('cancelreasons')
  const errorText = useErrorText()
  const { isDemo } = useFormRules()
  const reasons = useReasons()
  const [search, setSearch] = useSearchParams()
  const last = Math.max(0, Math.ceil((reasons.data?.length ?? 0) / PAGE_SIZE) - 1)
  const page = Math.min(Math.max(0, Number(search.get('page') ?? 1) - 1 || 0), last)
  const open = (next: number) => setSearch(next === 0 ? {} : { page: String(next + 1) }, { replace: true })
  return (
    <main id="main" className="w-full">
      <PageHeader title={t('title')} count={reasons.data?.length} className="border-b border-line" />
      {isDemo && <Alert className="m-4 md:mx-6">{errorText('demo_mode')}</Alert>}
      {!isDemo && <AddReason onAdded={() => open(Math.floor((reasons.data?.length ?? 0) / PAGE_SIZE))} />}
      {reasons.data ? (
        <>
          <ReasonList reasons={reasons.data} page={page} onPage={open} isLocked={isDemo} />
          {last > 0 && <Pager page={page} last={last} onPage={open} />}
        </>
      ) : reasons.error ? (
        <ErrorState error={reasons.error} onRetry={() => void reasons.mutate()} />
      ) : (
        <Skeleton className="m-4 h-72 md:m-6" />
      )}
    </main>
  )
}

interface ReasonListProps {
  reasons: CancelReason[]
  page: number
  onPage: (page: number) => void
  isLocked: boolean
}

function ReasonList({ reasons, page, onPage, isLocked }: ReasonListProps) {
  const { t } = useTranslation('cancelreasons')
  const errorText = useErrorText()
  const [told, setTold] = useState('')
  const ordering = useOrdering({ rows: reasons, store: orderReasons, invalidates: () => [reasonsKey] })
  const all = ordering.rows
  const first = page * PAGE_SIZE
  const shown = all.slice(first, first + PAGE_SIZE)
  const { dragged, handle } = useReorder((from, to) => {
    ordering.put(moved(all, first + from, first + to))
    setTold(t('moved', { place: first + to + 1 }))
  })
  const rows = dragged ? moved(shown, dragged.from, dragged.to) : shown
  if (all.length === 0) return <EmptyState icon={CircleSlash} title={t('no_cancel_reason')} />
  return (
    <>
      <p role="status" className="sr-only">
        {told}
      </p>
      {ordering.error && (
        <Alert tone="bad" className="m-4 md:mx-6">
          {errorText(ordering.error)}
        </Alert>
      )}
      <ol start={first + 1} aria-label={t('title')} data-rows="">
        {rows.map((reason, index) => (
          <ReasonRow
            key={reason.id}
            reason={reason}
            place={first + index + 1}
            count={all.length}
            isLocked={isLocked}
            isDragged={dragged !== null && shown[dragged.from] === reason}
            handle={handle(shown.indexOf(reason), shown.length)}
            onDeleted={() => shown.length === 1 && page > 0 && onPage(page - 1)}
          />
        ))}
      </ol>
    </>
  )
}

interface PagerProps {
  page: number
  last: number
  onPage: (page: number) => void
}

function Pager({ page, last, onPage }: PagerProps) {
  const { t } = useTranslation('cancelreasons')
  return (
    <nav aria-label={t('pages')} className="flex items-center justify-end gap-2 px-4 py-3 text-sm text-muted md:px-6">
      <span className="tabular">{t('page', { page: page + 1, count: last + 1 })}</span>
      <Button size="icon-sm" aria-label={t('previous')} disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden className="rtl:rotate-180" />
      </Button>
      <Button size="icon-sm" aria-label={t('next')} disabled={page === last} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden className="rtl:rotate-180" />
      </Button>
    </nav>
  )
}
