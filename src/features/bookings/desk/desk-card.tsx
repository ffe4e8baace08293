import { useTranslation } from 'react-i18next'
import { isAhead, type StaffBooking, StatusBadge, shownFare } from '@/entities/booking'
import { useFormat } from '@/entities/settings'

/** A booking on a phone of the desk's. */
export function DeskCard({ booking }: { booking: StaffBooking }) {
  const { t } = useTranslation('bookings')
  const { money, dateTime } = useFormat()
  const fare = shownFare(booking)
  const people = [booking.guest_name ?? booking.customer_name, booking.driver_name].filter(Boolean).join(' → ')
  return (
    <article className="text-sm">
      <p className="flex items-center gap-3">
        <span className="font-semibold tabular">{booking.reference}</span>
        <StatusBadge isQuiet status={booking.status} isScheduled={isAhead(booking)} />
      </p>
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
      <p className="mt-1 flex gap-3 text-muted">
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {[dateTime(booking.trip_at), people].join(' · ')}
        </span>
        <span className="font-semibold text-ink tabular">{fare === null ? t('no_fare') : money(fare)}</span>
      </p>
    </article>
  )
}
