import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { type Booking, BookingRoute, type Party, useTrail } from '@/entities/booking'
import { FareTable, fareLines, partsOf } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { TripMoney } from './trip-money'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/**
 * The summary of a finished ride: its times, its cost and how that was paid. For drivers it also shows what they earn.
 */
export function Receipt({ booking, party }: { booking: Booking; party: Party }) {
  const { t } = useTranslation('trips')
  const { dateTime, distance, duration } = useFormat()
  const isFinal = booking.reached_at !== null
  const { data: trail } = useTrail(isFinal ? booking.id : null)
  const silence = trail?.gaps.reduce((sum, { secs }) => sum + secs, 0) ?? 0
  const km = isFinal ? (booking.distance ?? booking.estimate_distance) : booking.estimate_distance
  const seconds = isFinal ? (booking.total_trip_time ?? booking.estimate_time) : booking.estimate_time
  return (
    <section aria-label={t('receipt.title')} className="space-y-4 rounded-card border border-line p-4">
      <BookingRoute booking={booking} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
        <Fact label={t('receipt.reference')}>{booking.reference}</Fact>
        <Fact label={t('receipt.date')}>{dateTime(booking.trip_at ?? booking.created_at)}</Fact>
        {km !== null && <Fact label={t('receipt.distance')}>{distance(km)}</Fact>}
        {seconds !== null && <Fact label={t('receipt.time')}>{duration(seconds)}</Fact>}
      </dl>
      {silence > 0 && <p className="text-sm text-muted">{t('receipt.silence', { time: duration(silence) })}</p>}
      <FareTable
        lines={fareLines(booking.fare_lines)}
        parts={partsOf(booking.price_parts)}
        totalLabel={isFinal ? t('receipt.total') : t('receipt.quoted')}
        {...(isFinal && { dueLabel: t('receipt.due') })}
      />
      <TripMoney booking={booking} />
      <p className="text-sm text-muted">
        {booking.paid_at
          ? t('receipt.paid', { when: dateTime(booking.paid_at) })
          : t([`receipt.mode.${booking.payment_mode}`, 'receipt.mode.other'])}
      </p>
      {booking.paid_at && party !== 'driver' && (
        <Button asChild className="w-full">
          <Link to={paths.receipt(booking.id)}>
            <ReceiptText aria-hidden className="size-4" />
            {`${t('receipt.title')} (PDF)`}
          </Link>
        </Button>
      )}
    </section>
  )
}
