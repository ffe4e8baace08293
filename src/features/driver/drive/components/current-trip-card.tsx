import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'
import { isAwaitingPickup, StatusBadge, travellerOf } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import type { CurrentTrip } from '../model/rows'

/** An accepted trip; the card links to it. */
export function CurrentTripCard({ trip }: { trip: CurrentTrip }) {
  const { t } = useTranslation('driver')
  const { dateTime } = useFormat()
  const isAhead = isAwaitingPickup(trip.status)
  return (
    <Link
      to={paths.booking(trip.id)}
      className="flex items-center gap-3 rounded-card border border-line p-4 transition-colors hover:bg-soft"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <bdi className="truncate font-semibold">{travellerOf(trip)}</bdi>
          <StatusBadge status={trip.status} />
        </span>
        <span className="mt-1 block truncate text-sm text-muted">
          {trip.book_later && trip.trip_at && isAhead ? `${dateTime(trip.trip_at)} · ` : ''}
          <bdi>{isAhead ? trip.pickup_address : trip.drop_address}</bdi>
        </span>
      </span>
      <span className="sr-only">{t('trip.open')}</span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
    </Link>
  )
}
