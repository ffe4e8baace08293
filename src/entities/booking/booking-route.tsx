import { useTranslation } from 'react-i18next'
import { RouteEnds } from '@/entities/place'
import type { Booking } from './model'
import { useStops } from './queries'
import { type ExpectedTimes, RouteTime } from './route-time'

interface BookingRouteProps {
  booking: Booking
  expected?: ExpectedTimes
}

/**
 * Shows pickup, stops and drop-off of a trip. A place that was reached shows its actual time. Until then, pickup and drop-off
 * show the expected time.
 */
export function BookingRoute({ booking, expected }: BookingRouteProps) {
  const { t } = useTranslation('ride')
  const stops = useStops(booking)
  return (
    <RouteEnds
      pickup={{
        label: t('route.pickup'),
        address: booking.pickup_address,
        aside: <RouteTime at={booking.started_at ?? booking.arrived_at} expected={expected?.pickup} />
      }}
      stops={stops.map(({ position, address, arrived_at }) => ({
        label: t('route.stop', { place: position }),
        address,
        aside: <RouteTime at={arrived_at} />
      }))}
      drop={{
        label: t('route.drop'),
        address: booking.drop_address ?? t('route.open'),
        aside: <RouteTime at={booking.reached_at} expected={expected?.drop} />
      }}
    />
  )
}
