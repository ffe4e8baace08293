import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { ErrorBanner } from '@/components/ui/error-state'
import { Facts } from '@/components/ui/facts'
import { PageFrame } from '@/components/ui/page-frame'
import { Skeleton } from '@/components/ui/skeleton'
import { isWanted, PaperCard, type PaperKind, paperName, papersOf, usePaperKinds } from '@/entities/paper'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { formatList } from '@/lib/format/format-list'
import { firmText } from '@/lib/texts/firm-text'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { type OwnCar, useCar, useDocuments } from './queries'

/** Loads the file upload, the date field and the form texts on demand, because a driver needs them about once a year. */
const HandIn = lazy(() => import('./components/hand-in-form').then((part) => ({ default: part.HandInForm })))

/** The page with the driver's car and its required papers. It says which papers are missing. */
export function DriverCarPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <PageFrame title={t('driver_pages:driver_car.title')} width="column">
      {user && <Own driverId={user.id} />}
    </PageFrame>
  )
}

function Own({ driverId }: { driverId: string }) {
  const { t } = useTranslation(['driver_car', 'papers'])
  const { timeZone, locale } = useFormat()
  const car = useCar(driverId)
  const documents = useDocuments(driverId)
  const kinds = usePaperKinds()
  const [asked, setAsked] = useState<PaperKind | null>(null)
  const error = car.error ?? documents.error ?? kinds.error
  const papers = documents.data && kinds.data && papersOf(kinds.data, documents.data, dayOf(serverNow(), timeZone))
  const wanted = papers?.filter(isWanted) ?? []
  const retry = () => {
    void car.mutate()
    void documents.mutate()
    void kinds.mutate()
  }
  return (
    <div className="mt-6 space-y-8">
      {error ? <ErrorBanner error={error} onRetry={retry} /> : null}
      {papers && (
        <Alert tone={wanted.length > 0 ? 'warn' : 'ok'}>
          {wanted.length > 0
            ? t('wanted', {
                papers: formatList(
                  wanted.map(({ kind }) => paperName(kind, t(`papers:paper.${kind.id}` as 'papers:paper.license'))),
                  locale
                )
              })
            : t('complete')}
        </Alert>
      )}
      <section aria-labelledby="papers" className="space-y-3">
        <h2 id="papers" className="text-xl font-semibold">
          {t('papers')}
        </h2>
        {!papers && !error && <Skeleton className="h-40 rounded-card" />}
        {papers?.map((paper) => (
          <PaperCard key={paper.kind.id} paper={paper} onHandIn={() => setAsked(paper.kind)} />
        ))}
      </section>
      <section aria-labelledby="car" className="space-y-3">
        <h2 id="car" className="text-xl font-semibold">
          {t('car')}
        </h2>
        {car.data ? <CarFacts car={car.data} /> : !error && <Skeleton className="h-40 rounded-card" />}
        <p className="text-sm text-pretty text-muted">{t('changes')}</p>
      </section>
      {asked && (
        <Suspense>
          <HandIn driverId={driverId} kind={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  )
}

function CarFacts({ car }: { car: OwnCar }) {
  const { t } = useTranslation('driver_car')
  const { locale } = useFormat()
  const own = car.vehicles
  const count = (value: number | null | undefined) => (value == null ? undefined : formatNumber(value, locale))
  return (
    <Facts
      className="rounded-card border border-line bg-card p-4"
      facts={[
        [t('fact.type'), firmText(car.car_types?.name)],
        [t('fact.model'), [car.vehicle_make, car.vehicle_model].filter(Boolean).join(' ')],
        [t('fact.color'), car.vehicle_color],
        [t('fact.plate'), car.vehicle_number],
        [t('fact.seats'), count(own?.seats ?? car.car_types?.seats)],
        [t('fact.luggage'), count(own?.luggage ?? 2)],
        [t('fact.child_seats'), count(own?.child_seats ?? 0)],
        [t('fact.wheelchair'), t(own?.wheelchair ? 'yes' : 'no')]
      ]}
    />
  )
}
