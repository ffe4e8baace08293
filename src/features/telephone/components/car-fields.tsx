import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '@/components/ui/error-state'
import { Kbd } from '@/components/ui/kbd'
import { Skeleton } from '@/components/ui/skeleton'
import { CarList } from '@/entities/car'
import { FareTable } from '@/entities/fare'
import { loadAgain } from '@/lib/load-again'
import { useShortcut } from '@/lib/shortcuts'
import { useCall } from '../hooks/use-call'

const KEYS = 'alt+v'

const ExtrasFields = lazy(async () => ({ default: (await loadAgain(() => import('./extras-fields'))).ExtrasFields }))

/** Cars with their price and how soon one is there; what the chosen one carries; how the fare is made. */
export function CarFields() {
  const { t } = useTranslation('telephone')
  const { cars, car, change, offerOf, quote, call } = useCall()
  const hasExtras = car !== null && (car.parcel_types.length > 0 || car.options.length > 0)
  const toCars = () => document.querySelector<HTMLElement>(`#cars-${call.id} [role=radio][tabindex="0"]`)?.focus()
  useShortcut({ keys: KEYS, label: t('cars.title'), group: t('keys.form'), run: toCars })
  if (cars.error && !cars.carTypes) return <ErrorBanner error={cars.error} onRetry={cars.retry} />
  return (
    <>
      <section aria-label={t('cars.title')} id={`cars-${call.id}`}>
        <h2 className="mb-1.5 flex items-center gap-2 text-sm font-medium">
          {t('cars.title')}
          <Kbd keys={KEYS} className="ms-auto max-md:hidden" />
        </h2>
        <CarList
          carTypes={cars.carTypes}
          value={car?.id ?? null}
          onChange={(carTypeId) => change({ carTypeId })}
          offerOf={offerOf}
        />
      </section>
      {hasExtras && (
        <Suspense fallback={<Skeleton className="h-16" />}>
          <ExtrasFields />
        </Suspense>
      )}
      {quote && (
        <details className="text-sm">
          <summary className="cursor-pointer py-1 text-muted hover:text-ink">{t('booking:fare.how')}</summary>
          <FareTable
            lines={quote.lines}
            total={quote.trip_cost}
            totalLabel={t('booking:fare.total')}
            tax={quote.tax}
            {...(call.payment === 'cash' ? { cash: quote.cash_amount } : {})}
          />
        </details>
      )}
    </>
  )
}
