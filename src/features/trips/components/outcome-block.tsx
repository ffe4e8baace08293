import { useTranslation } from 'react-i18next'
import { useFormat } from '@/lib/use-format'
import type { Booking, Party } from '../model'
import { NoShowFee } from './no-show-fee'
import { RouteList } from './route-list'

const ROLES = ['rider', 'driver', 'admin', 'system']

/** By whom and why a trip was cancelled, and what that costs. */
export function OutcomeBlock({ booking, party }: { booking: Booking; party: Party }) {
  const { t } = useTranslation('trips')
  const { money, dateTime } = useFormat()
  const by = booking.cancelled_by
  const isMe = by === party
  const who = isMe ? 'you' : by && ROLES.includes(by) ? by : 'system'
  return (
    <section className="space-y-4 rounded-card border border-line p-4">
      <p className="text-sm text-pretty">
        {t(`outcome.by.${who}`, { when: booking.cancelled_at ? dateTime(booking.cancelled_at) : '' })}
        {booking.reason && (
          <span className="mt-1 block text-muted">
            {t([`reason.${booking.reason}`, 'reason_text'], { reason: booking.reason })}
          </span>
        )}
      </p>
      <RouteList booking={booking} />
      <p className="text-sm text-muted tabular">
        {booking.cancellation_fee ? t('outcome.fee', { amount: money(booking.cancellation_fee) }) : t('outcome.free')}
        {` · ${booking.reference}`}
      </p>
      {booking.reason === 'no_show' && party !== 'driver' && <NoShowFee booking={booking} party={party} />}
    </section>
  )
}
