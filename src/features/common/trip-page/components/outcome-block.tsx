import { useTranslation } from 'react-i18next'
import type { Booking, Party } from '@/entities/booking'
import { BookingRoute, reasonWords, useNoShowFee } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { NoShowFee } from './no-show-fee'
import { TripMoney } from './trip-money'

const ROLES = ['rider', 'driver', 'admin', 'system']

/** Says who cancelled a trip and why, and which fee is due. */
export function OutcomeBlock({ booking, party }: { booking: Booking; party: Party }) {
  const { t } = useTranslation('trips')
  const { money, dateTime } = useFormat()
  const by = booking.cancelled_by
  const isNoShow = booking.reason === 'no_show' && party !== 'driver'
  const { data: fee } = useNoShowFee(isNoShow ? booking.id : null)
  const isMe = by === party
  const who = isMe ? 'you' : by && ROLES.includes(by) ? by : 'system'
  // The text that the cancellation is free of charge. It is empty while the no-show fee is loading, and if there is a fee that
  // was not waived.
  const free = isNoShow && fee !== null && fee?.status !== 'waived' ? '' : t('outcome.free')
  const costs = booking.total_amount > 0 ? t('outcome.fee', { amount: money(booking.total_amount) }) : free
  return (
    <section className="space-y-4 rounded-card border border-line p-4">
      <p className="text-sm text-pretty">
        {t(`outcome.by.${who}`, { when: booking.cancelled_at ? dateTime(booking.cancelled_at) : '' })}
        {booking.reason && (
          <span className="mt-1 block text-muted">
            {reasonWords(t, booking.reason, { party, category: booking.category })}
          </span>
        )}
      </p>
      <BookingRoute booking={booking} />
      <p className="text-sm text-muted">{[costs, booking.reference].filter(Boolean).join(' · ')}</p>
      {booking.total_amount + booking.customer_paid > 0 && <TripMoney booking={booking} />}
      {isNoShow && <NoShowFee booking={booking} party={party} />}
    </section>
  )
}
