import { useTranslation } from 'react-i18next'
import { RowCard } from '@/components/data-table'
import { isAhead, type StaffBooking, StatusBadge, shownFare } from '@/entities/booking'
import { useFormat } from '@/entities/settings'

/** A booking on a phone of the desk's. */
export function DeskCard({ booking }: { booking: StaffBooking }) {
  const { t } = useTranslation('bookings')
  const { money, dateTime } = useFormat()
  const fare = shownFare(booking)
  return (
    <RowCard
      title={<span className="tabular">{booking.reference}</span>}
      badge={<StatusBadge isQuiet status={booking.status} isScheduled={isAhead(booking)} />}
      parts={[dateTime(booking.trip_at), booking.guest_name ?? booking.customer_name, booking.driver_name]}
      figure={fare === null ? t('no_fare') : money(fare)}
    >
      <h2 dir="auto" className="mt-1.5 truncate font-medium">
        {booking.pickup_address} <span className="sr-only">{t('to')}</span>
        <span aria-hidden className="rtl:hidden">
          →
        </span>
        <span aria-hidden className="ltr:hidden">
          ←
        </span>{' '}
        {booking.drop_address}
      </h2>
    </RowCard>
  )
}
