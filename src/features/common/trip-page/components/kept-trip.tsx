import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { DriverCard, StatusBadge, type StoredTrip as Trip } from '@/entities/booking'
import { RouteEnds } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { formatDateTime } from '@/lib/format/format'
import { StartCodeCard } from './start-code-card'

/** Text keys of the titles by status. These titles contain no times, distances and amounts, because those become outdated. */
const titles = {
  PAYMENT_PENDING: 'trips:title.rider.payment_pending',
  NEW: 'trips:title.rider.new',
  ACCEPTED: 'trips:title.rider.accepted_unknown',
  ARRIVED: 'trips:title.rider.arrived',
  STARTED: 'trips:title.rider.started_unknown',
  REACHED: 'kept:arrived',
  PENDING: 'kept:arrived',
  PAID: 'trips:title.rider.complete',
  COMPLETE: 'trips:title.rider.complete',
  CANCELLED: 'trips:title.rider.cancelled'
} as const satisfies Record<Trip['status'], string>

/** A rider's trip as this device stored it last, shown while the network does not respond. */
export function StoredTrip({ trip }: { trip: Trip }) {
  const { t } = useTranslation(['kept', 'trips'])
  const { locale } = useFormat()
  const dateTime = (at: string | number) => formatDateTime(at, locale, trip.zone)
  const name = trip.driver?.driver_name?.split(' ')[0] ?? ''
  const title = t(trip.isScheduled ? 'trips:title.rider.scheduled' : titles[trip.status], {
    context: trip.category,
    name,
    when: dateTime(trip.tripAt)
  })
  return (
    <div className="space-y-4">
      <header className="space-y-1">
        <div className="flex items-start justify-between gap-3">
          <h1 className="min-w-0 text-xl font-semibold text-pretty">{title}</h1>
          <StatusBadge status={trip.status} isScheduled={trip.isScheduled} className="mt-0.5" />
        </div>
        <p className="text-sm text-muted">{t('trips:reference', { reference: trip.reference })}</p>
      </header>
      <Alert tone="warn">
        <p className="font-medium">{t('as_of', { when: dateTime(trip.at) })}</p>
        <p className="text-pretty">{t('goes_on')}</p>
      </Alert>
      {trip.driver && (
        <DriverCard
          driver={{ ...trip.driver, driver_image: null, driver_rating: null }}
          label={t('ride:person.driver')}
        />
      )}
      {trip.code && <StartCodeCard code={trip.code} isDelivery={trip.category === 'delivery'} />}
      <section className="space-y-3 rounded-card border border-line p-4">
        <RouteEnds
          pickup={{ label: t('ride:route.pickup'), address: trip.pickup }}
          stops={trip.stops.map((address, index) => ({
            label: t('ride:route.stop', { place: index + 1 }),
            address
          }))}
          drop={{ label: t('ride:route.drop'), address: trip.drop }}
        />
      </section>
      <p className="text-sm text-pretty text-muted">{t('no_price')}</p>
    </div>
  )
}
