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
  const shares = data.parts.filter(({ side }) => side === 'share')
  return (
    <>
      <PaymentRows parts={data.parts} />
      {data.earned !== null && shares.length > 0 && (
        <dl className="border-t border-line pt-2 text-sm text-muted">
          <PartRows parts={shares} />
          <AmountRow label={t('receipt.earned')} amount={money(data.earned)} className="font-semibold text-ink" />
        </dl>
      )}
    </>
  )
}
