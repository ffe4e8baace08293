import { CarFront, GripVertical, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
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
import { paths } from '@/config/paths'
import { CarImage } from '@/entities/car'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import { carTypeKeys, orderCarTypes, useCarTypeRows } from '../api'
import type { CarTypeRow } from '../model'

/** What can be booked, in the order that riders see. */
export function CarTypesPage() {
  const { t } = useTranslation('cartypes')
  const rows = useCarTypeRows()
  return (
    <main id="main" className="w-full">
      <PageHeader
        title={t('title')}
        count={rows.data?.length}
        className="border-b border-line"
        actions={
          <Button asChild variant="accent" className="h-9">
            <Link to={paths.carType('new')}>
              <Plus aria-hidden />
              {t('new')}
            </Link>
          </Button>
        }
      />
      {rows.data ? (
        <CarTypeTable rows={rows.data} />
      ) : rows.error ? (
        <ErrorState error={rows.error} onRetry={() => void rows.mutate()} />
      ) : (
        <Skeleton className="m-4 h-72 md:m-6" />
      )}
    </main>
  )
}

function CarTypeTable({ rows: read }: { rows: CarTypeRow[] }) {
  const { t } = useTranslation('cartypes')
  const errorText = useErrorText()
  const { isDemo } = useFormRules()
  const ordering = useOrdering({ rows: read, store: orderCarTypes, invalidates: () => carTypeKeys })
  const { rows } = ordering
  const { dragged, handle } = useReorder((from, to) => ordering.put(moved(rows, from, to)))
  const shown = dragged ? moved(rows, dragged.from, dragged.to) : rows
  if (rows.length === 0) return <EmptyState icon={CarFront} title={t('cars:no_cars')} />
  return (
    <>
      {isDemo && <Alert className="m-4 md:mx-6">{errorText('demo_mode')}</Alert>}
      {ordering.error && (
        <Alert tone="bad" className="m-4 md:mx-6">
          {errorText(ordering.error)}
        </Alert>
      )}
      <ul aria-label={t('title')} data-rows="">
        {shown.map((row, place) => (
          <li
            key={row.id}
            data-row=""
            className={cn(
              'flex items-center gap-2 border-b border-line ps-2 md:ps-4',
              dragged && rows[dragged.from] === row && 'bg-soft'
            )}
          >
            {!isDemo && (
              <button
                type="button"
                aria-label={t('form:rows.move', { place: place + 1, count: rows.length })}
                className="grid size-8 cursor-grab touch-none place-items-center text-muted hover:text-ink"
                {...handle(rows.indexOf(row), rows.length)}
              >
                <GripVertical aria-hidden className="size-4" />
              </button>
            )}
            <CarTypeLine row={row} />
          </li>
        ))}
      </ul>
    </>
  )
}

function CarTypeLine({ row }: { row: CarTypeRow }) {
  const { t } = useTranslation('cartypes')
  const { money, rate } = useFormat()
  return (
    <Link
      to={paths.carType(row.id)}
      className="grid min-h-14 min-w-0 flex-1 grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 py-2 pe-4 hover:bg-soft/60 md:grid-cols-[4rem_minmax(0,1fr)_8rem_repeat(3,7rem)] md:pe-6"
    >
      <CarImage image={row.image} />
      <span className="min-w-0">
        <span dir="auto" className="block truncate text-sm font-medium">
          {row.name}
        </span>
        <span dir="auto" className="block truncate text-xs text-muted">
          {row.extra_info || t(`categories.${row.category}`)}
        </span>
      </span>
      <span className="hidden text-sm text-muted md:block">{t(`categories.${row.category}`)}</span>
      <Figure label={t('base_fare')} text={money(row.base_fare)} />
      <Figure label={t('rate')} text={rate(row.rate_per_unit_distance)} />
      <Figure label={t('min_fare')} text={money(row.min_fare)} />
    </Link>
  )
}

function Figure({ label, text }: { label: string; text: string }) {
  return (
    <span className="hidden text-end md:block">
      <span className="block text-xs text-muted">{label}</span>
      <span className="block text-sm tabular">{text}</span>
    </span>
  )
}
