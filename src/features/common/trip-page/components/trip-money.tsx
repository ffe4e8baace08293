import { useTranslation } from 'react-i18next'
import type { Booking } from '@/entities/booking'
import { AmountRow, PartRows, PaymentRows, useBookingMoney } from '@/entities/fare'
import { useFormat } from '@/entities/settings'

/** How a trip was paid, and for its driver what they earn. */
export function TripMoney({ booking }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const { data } = useBookingMoney(booking)
  if (!data) return null
  const isDriver = data.earned !== null
  const shares = data.parts.filter(({ side }) => side === 'share')
  // A driver sees how the price was paid. Tips are among what they earn, and refunds are not theirs to see.
  const paid = isDriver ? data.parts.filter(({ side }) => side === 'paid' || side === 'open') : data.parts
  return (
    <>
      <PaymentRows parts={paid} />
      {isDriver && shares.length > 0 && (
        <dl className="border-t border-line pt-2 text-sm text-muted">
          <PartRows parts={shares} />
          <AmountRow label={t('receipt.earned')} amount={money(data.earned ?? 0)} className="font-semibold text-ink" />
        </dl>
      )}
    </>
  )
}
