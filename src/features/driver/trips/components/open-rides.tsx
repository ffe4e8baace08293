import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { NeededOfCar } from '@/entities/car'
import { RouteEnds, usePlaceName } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { firmText } from '@/lib/texts/firm-text'
import { claimBooking } from '../commands'
import { townOf } from '../model/town'
import type { OpenRide } from '../queries'

interface OpenRidesProps {
  rides: readonly OpenRide[] | undefined
  onClaimed: () => void
}

/** Rides for later without a driver, each with a button that assigns it to this driver. Renders nothing if there are none. */
export function OpenRides({ rides = [], onClaimed }: OpenRidesProps) {
  const { t } = useTranslation('driver_trips')
  if (rides.length === 0) return null
  return (
    <section aria-labelledby="open" className="space-y-3">
      <h2 id="open" className="text-xl font-semibold">
        {t('claim.title')}
      </h2>
      <p className="text-sm text-pretty text-muted">{t('claim.text')}</p>
      <ul className="space-y-3">
        {rides.map((ride) => (
          <li key={ride.booking_id}>
            <OpenRideCard ride={ride} onClaimed={onClaimed} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenRideCard({ ride, onClaimed }: { ride: OpenRide; onClaimed: () => void }) {
  const { t } = useTranslation('driver_trips')
  const { money, dateTime, distance, duration } = useFormat()
  const errorText = useErrorText()
  const pickup = townOf(usePlaceName({ lat: ride.pickup_area_lat, lng: ride.pickup_area_lng }))
  const drop = townOf(usePlaceName({ lat: ride.drop_area_lat, lng: ride.drop_area_lng }))
  const when = dateTime(ride.trip_at)
  const claim = useCommand(() => claimBooking(ride.booking_id), {
    done: t('claim.done', { when }),
    onSettled: onClaimed
  })
  return (
    <article aria-label={when} className="space-y-3 rounded-card border border-line bg-card p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-base font-semibold tabular">{when}</h3>
        <span className="shrink-0 text-xl font-semibold tabular">
          {money(ride.driver_share > 0 ? ride.driver_share : ride.trip_cost)}
        </span>
      </div>
      <RouteEnds
        pickup={{
          label: t('pickup'),
          address: pickup ? t('claim.near', { town: pickup }) : t('claim.area'),
          aside: ride.pickup_km !== null && (
            <span className="shrink-0 text-muted tabular">
              {t('driver:offer.away', { distance: distance(ride.pickup_km) })}
            </span>
          )
        }}
        drop={{
          label: t('drop'),
          address: drop
            ? t('claim.near', { town: drop })
            : t('driver:offer.trip', { distance: distance(ride.trip_distance) }),
          aside: <span className="shrink-0 text-muted tabular">{duration(ride.trip_time)}</span>
        }}
      />
      <NeededOfCar requirements={ride.requirements} />
      <p className="text-sm text-muted">
        {[
          t([`driver:offer.mode.${ride.payment_mode}`, 'driver:offer.mode.other']),
          distance(ride.trip_distance),
          firmText(ride.car_type)
        ].join(' · ')}
      </p>
      {claim.error && <Alert tone="bad">{errorText(claim.error)}</Alert>}
      <Button size="lg" variant="ink" className="w-full" busy={claim.busy} onClick={() => void claim.run()}>
        {t('claim.button')}
        <span className="sr-only">{when}</span>
      </Button>
    </article>
  )
}
