import { useTranslation } from 'react-i18next'
import { RouteEnds } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import type { Booking } from './model'
import { useStops } from './queries'

/** When the car is expected at the ends, ms; null where nobody knows. */
export interface ExpectedTimes {
  pickup: number | null
  drop: number | null
}

interface BookingRouteProps {
  booking: Booking
  expected?: ExpectedTimes
}

/** Where a trip begins, stops and ends, with the times these were reached or are expected. */
export function BookingRoute({ booking, expected }: BookingRouteProps) {
  const { t } = useTranslation('trips')
  const stops = useStops(booking.id, booking.status)
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
        address: booking.drop_address,
        aside: <RouteTime at={booking.reached_at} expected={expected?.drop} />
      }}
    />
  )
}

/** When the car was there, else when it is expected. */
export function RouteTime({ at, expected = null }: { at: string | null; expected?: number | null | undefined }) {
  const { t } = useTranslation('trips')
  const { time } = useFormat()
  const moment = at ?? (expected === null ? null : new Date(expected).toISOString())
  if (!moment) return null
  return (
    <time className="shrink-0 text-muted tabular" dateTime={moment}>
      {at ? time(at) : t('route.about', { time: time(moment) })}
    </time>
  )
}
