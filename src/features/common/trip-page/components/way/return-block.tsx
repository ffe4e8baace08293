import { CornerDownLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Booking, type Party, useReturnReason } from '@/entities/booking'
import { useFormat } from '@/entities/settings'

interface ReturnBlockProps {
  booking: Booking
  party: Party
}

/**
 * For a parcel that could not be handed over: says when its return began, why, and that the return costs nothing more.
 */
export function ReturnBlock({ booking, party }: ReturnBlockProps) {
  const { t } = useTranslation('parcel_return')
  const { money, time } = useFormat()
  const { data: reason } = useReturnReason(booking.id)
  const words = {
    pickup: booking.pickup_address,
    since: booking.returning_at ? time(booking.returning_at) : '',
    at: booking.reached_at ? time(booking.reached_at) : '',
    amount: money(booking.trip_cost)
  }
  return (
    <section aria-label={t('label')} className="flex gap-3 rounded-card border border-line p-4 text-sm text-pretty">
      <CornerDownLeft aria-hidden className="mt-0.5 size-4 shrink-0 rtl:-scale-x-100" />
      <div className="min-w-0 space-y-1">
        <p className="font-semibold">{t(booking.reached_at ? 'back' : 'on_its_way', words)}</p>
        {reason && (
          <p className="break-words text-muted">
            {t('why')} <bdi>{reason}</bdi>
          </p>
        )}
        <p className="text-muted">{t(`cost.${party}`, words)}</p>
      </div>
    </section>
  )
}
