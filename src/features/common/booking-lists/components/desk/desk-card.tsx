import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RowCard } from '@/components/data-table'
import { isAhead, type StaffBooking, StatusBadge, shownFare } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { AttentionBadges } from './attention/badges'
import { DriverCell } from './facts/driver-cell'
import type { FactsStore } from './facts/facts-store'
import { LateCell } from './facts/late-cell'

/** The card of a booking in the desk's list on a phone. */
export function DeskCard({ booking, facts }: { booking: StaffBooking; facts: FactsStore }) {
  const { t } = useTranslation('bookings')
  const { money, dateTime } = useFormat()
  const fare = shownFare(booking)
  return (
    <RowCard
      title={<span className="tabular">{booking.reference}</span>}
      badge={<StatusBadge isQuiet status={booking.status} isScheduled={isAhead(booking)} />}
      parts={[dateTime(booking.trip_at), booking.guest_name ?? booking.customer_name]}
      figure={fare === null ? t('no_fare') : money(fare)}
    >
      {/* Each address keeps its own text direction; the arrow follows the page's. */}
      <h2 className="mt-1.5 font-medium text-pretty">
        <bdi>{booking.pickup_address}</bdi>
        <span className="sr-only"> {t('to')}</span>{' '}
        <ArrowRight aria-hidden className="mb-0.5 inline size-3.5 text-muted rtl:rotate-180" />{' '}
        <bdi>{booking.drop_address}</bdi>
      </h2>
      <p className="mt-1 flex gap-3">
        <span className="min-w-0 flex-1 truncate">
          <DriverCell booking={booking} store={facts} />
        </span>
        <LateCell isBare booking={booking} store={facts} />
      </p>
      {booking.attention && <AttentionBadges booking={booking} store={facts} className="my-2 flex-wrap" />}
    </RowCard>
  )
}
