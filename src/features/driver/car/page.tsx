import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '@/components/ui/error-state'
import { Facts } from '@/components/ui/facts'
import { PageFrame } from '@/components/ui/page-frame'
import { Skeleton } from '@/components/ui/skeleton'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { firmText } from '@/lib/texts/firm-text'
import { OwnPapers } from './components/own-papers'
import { type OwnCar, useCar } from './queries'

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
  const { t } = useTranslation('driver_car')
  const car = useCar(driverId)
  return (
    <div className="mt-6 space-y-8">
      {car.error ? <ErrorBanner error={car.error} onRetry={() => void car.mutate()} /> : null}
      <section aria-labelledby="papers" className="space-y-3">
        <h2 id="papers" className="text-xl font-semibold">
          {t('papers')}
        </h2>
        <OwnPapers driverId={driverId} />
      </section>
      <section aria-labelledby="car" className="space-y-3">
        <h2 id="car" className="text-xl font-semibold">
          {t('car')}
        </h2>
        {car.data ? <CarFacts car={car.data} /> : !car.error && <Skeleton className="h-40 rounded-card" />}
        <p className="text-sm text-pretty text-muted">{t('changes')}</p>
      </section>
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
