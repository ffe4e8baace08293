import { useTranslation } from 'react-i18next'
import type { StaffBooking } from '@/entities/booking'
import type { Place as Point } from '@/lib/geo/geo'

/** Returns the stops between pickup and drop. */
export const stopsOf = ({ waypoints }: StaffBooking): readonly Point[] => (waypoints as unknown as Point[] | null) ?? []

/**
 * The cell with a booking's way: pickup above, drop below, with the number of stops between them. Street and number come first
 * and are shown whole; if there is too little room, the town is cut.
 */
export function WayCell({ booking }: { booking: StaffBooking }) {
  const { t } = useTranslation('desk')
  const stops = stopsOf(booking)
  return (
    <span className="block leading-4">
      <Place address={booking.pickup_address} />
      <span className="flex min-w-0 gap-1.5">
        {stops.length > 0 && (
          <span className="shrink-0 text-muted" title={stops.map(({ add }) => add).join('\n')}>
            {t('stops', { count: stops.length })}
          </span>
        )}
        <Place address={booking.drop_address} isDrop />
      </span>
    </span>
  )
}

function Place({ address, isDrop = false }: { address: string | null; isDrop?: boolean }) {
  if (!address) return <span className="block text-muted">–</span>
  const [street = address, ...town] = address.split(/(?=[,،、，]\s*)/)
  return (
    <bdi title={address} className={isDrop ? 'flex min-w-0 text-muted' : 'flex min-w-0'}>
      <span className="max-w-full shrink-0 truncate">{street}</span>
      <span className="min-w-0 truncate text-muted">{town.join('')}</span>
    </bdi>
  )
}
