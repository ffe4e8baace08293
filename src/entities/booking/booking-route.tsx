import { useTranslation } from 'react-i18next'
import { RouteEnds } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import type { Booking } from './model'
import { useStops } from './queries'

/** Where a trip begins, stops and ends, with the times these were reached. */
export function BookingRoute({ booking }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  const stops = useStops(booking.id, booking.status)
  return (
    <RouteEnds
      pickup={{
        label: t('route.pickup'),
        address: booking.pickup_address,
        aside: <Time at={booking.started_at ?? booking.arrived_at} />
      }}
      stops={stops.map(({ position, address, arrived_at }) => ({
        label: t('route.stop', { place: position }),
        address,
        aside: <Time at={arrived_at} />
      }))}
      drop={{ label: t('route.drop'), address: booking.drop_address, aside: <Time at={booking.reached_at} /> }}
    />
  )
}

function Time({ at }: { at: string | null }) {
  const { time } = useFormat()
  if (!at) return null
  return (
    <time className="shrink-0 text-muted tabular" dateTime={at}>
      {time(at)}
    </time>
  )
}
