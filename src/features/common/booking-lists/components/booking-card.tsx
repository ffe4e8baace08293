import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'
import { type BookingRow, isAhead, StatusBadge, shownFare } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { firmText } from '@/lib/texts/firm-text'

interface BookingCardProps {
  booking: BookingRow
  /** The name of the other party: riders see the driver's, drivers the rider's. */
  otherName: string | null
  /** The guest of a ride or the recipient of a parcel: otherwise several orders to one place look the same. */
  isFor: string | null
  /** Actions on the trip, placed above the link that covers the card. */
  children?: ReactNode
}

/**
 * An address of at most two lines. On pages written from right to left it is not cut, because browsers draw no ellipsis there
 * after Latin text.
 */
const address = 'line-clamp-2 flex-1 rtl:line-clamp-none'

/** A trip in a list: start time, places, the other party, status and cost. The whole card is a link. */
export function BookingCard({ booking, otherName, isFor, children }: BookingCardProps) {
  const { t } = useTranslation('bookings')
  const { money, dateTime } = useFormat()
  const fare = shownFare(booking)
  return (
    <article className="group relative rounded-card has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink border border-line bg-card p-4 transition-colors hover:bg-soft/60">
      <div className="flex items-center justify-between gap-3">
        <time className="text-sm text-muted tabular" dateTime={booking.trip_at}>
          {dateTime(booking.trip_at)}
        </time>
        <StatusBadge status={booking.status} isScheduled={isAhead(booking)} />
      </div>
      <h3 className="mt-3 text-base font-medium">
        <Link
          to={paths.booking(booking.id)}
          className="block after:absolute after:inset-0 after:content-[''] focus-visible:outline-none"
        >
          <span className="relative flex items-start gap-3">
            <span aria-hidden className="mt-2 size-[9px] shrink-0 rounded-full border-2 border-ink bg-card" />
            <span aria-hidden className="absolute start-[4px] top-[17px] -bottom-3.5 w-px bg-line-strong/60" />
            <span dir="auto" className={address}>
              {booking.pickup_address}
            </span>
          </span>
          <span className="sr-only"> {t('to')} </span>
          <span className="mt-1.5 flex items-start gap-3">
            <span aria-hidden className="mt-2 size-[9px] shrink-0 rounded-[2px] bg-accent" />
            <span dir="auto" className={address}>
              {booking.drop_address}
            </span>
          </span>
        </Link>
      </h3>
      {isFor && <p className="mt-3 text-sm font-medium wrap-anywhere">{t('is_for', { name: isolated(isFor) })}</p>}
      <p className="mt-3 flex items-baseline gap-3 text-sm text-muted">
        <span dir="auto" className="min-w-0 text-pretty">
          {[firmText(booking.car_type), otherName ?? ''].filter(Boolean).map(isolated).join(' · ')}
        </span>
        <span id={`reference-${booking.id}`} className="shrink-0 tabular">
          {booking.reference}
        </span>
        <span className="ms-auto shrink-0 text-base font-semibold text-ink tabular">
          {fare === null ? t('no_fare') : money(fare)}
        </span>
      </p>
      {children}
    </article>
  )
}
