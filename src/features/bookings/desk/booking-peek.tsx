import { useTranslation } from 'react-i18next'
import { Facts } from '@/components/ui/facts'
import { isAhead, type StaffBooking, StatusBadge } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/isolated'

/** A ride's main facts, beside the table. */
export function BookingPeek({ booking }: { booking: StaffBooking }) {
  const { t } = useTranslation('bookings')
  const { money, dateTime, distance, duration } = useFormat()
  const { booking_finances: finances } = booking
  const time = (at: string | null) => at && dateTime(at)
  return (
    <div className="text-sm">
      <header className="space-y-3 p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-xl font-semibold tabular">{booking.reference}</h2>
          <StatusBadge status={booking.status} isScheduled={isAhead(booking)} />
        </div>
        <p className="text-muted">{[dateTime(booking.trip_at), booking.car_type].map(isolated).join(' · ')}</p>
        <Way booking={booking} />
      </header>
      <Facts
        className="border-t border-line p-5"
        facts={[
          [t('column.rider'), booking.guest_name ?? booking.customer_name],
          [t('column.contact'), booking.customer_contact && <bdi dir="ltr">{booking.customer_contact}</bdi>],
          [t('column.driver'), booking.driver_name],
          [t('column.plate'), booking.vehicle_number]
        ]}
      />
      <Facts
        className="border-t border-line p-5"
        facts={[
          [t('column.created'), time(booking.created_at)],
          [t('peek.accepted'), time(booking.accepted_at)],
          [t('peek.started'), time(booking.started_at)],
          [t('peek.reached'), time(booking.reached_at)],
          [t('peek.distance'), booking.distance === null ? null : distance(booking.distance)],
          [t('peek.duration'), booking.total_trip_time === null ? null : duration(booking.total_trip_time)]
        ]}
      />
      <Facts
        className="border-t border-line p-5"
        facts={[
          [t('column.trip_cost'), money(booking.trip_cost)],
          [t('column.discount'), booking.discount_amount ? `− ${money(booking.discount_amount)}` : null],
          [t('column.payable'), money(booking.payable_amount)],
          [t('column.customer_paid'), money(booking.customer_paid)],
          [t('column.mode'), t(`mode.${booking.payment_mode}`)],
          [t('column.driver_share'), finances && money(finances.driver_share)],
          [t('column.convenience_fee'), finances && money(finances.convenience_fees)]
        ]}
      />
      {booking.status === 'CANCELLED' && (
        <Facts
          className="border-t border-line p-5"
          facts={[
            [t('column.cancelled_by'), booking.cancelled_by && t(`cancelled_by.${booking.cancelled_by}`)],
            [t('column.reason'), booking.reason],
            [t('column.cancellation_fee'), booking.cancellation_fee ? money(booking.cancellation_fee) : null]
          ]}
        />
      )}
    </div>
  )
}

function Way({ booking }: { booking: StaffBooking }) {
  const { t } = useTranslation('bookings')
  return (
    <ol className="space-y-1.5">
      <li className="flex items-center gap-3">
        <span aria-hidden className="size-[9px] shrink-0 rounded-full border-2 border-ink" />
        <span className="sr-only">{t('column.pickup')}</span>
        <span dir="auto">{booking.pickup_address}</span>
      </li>
      <li className="flex items-center gap-3">
        <span aria-hidden className="size-[9px] shrink-0 rounded-[2px] bg-accent" />
        <span className="sr-only">{t('column.drop')}</span>
        <span dir="auto">{booking.drop_address}</span>
      </li>
    </ol>
  )
}
