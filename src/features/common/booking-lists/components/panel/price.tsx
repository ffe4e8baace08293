import { useTranslation } from 'react-i18next'
import type { Booking } from '@/entities/booking'
import { FareTable, type MoneyPart, PartRows, PaymentRows, partsOf, totalOf, useBookingMoney } from '@/entities/fare'
import { useFormat } from '@/entities/settings'

/** What a booking costs, and how that was paid, with tips and refunds. */
export function Price({ booking }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  const { data } = useBookingMoney(booking)
  const parts = partsOf(booking.price_parts)
  if (parts.length === 0 && !data?.parts.length) return <p className="text-sm text-muted">{t('outcome.free')}</p>
  return (
    <div className="space-y-2">
      <FareTable
        lines={[]}
        parts={parts}
        totalLabel={t(booking.reached_at ? 'receipt.total' : 'receipt.quoted')}
        dueLabel={t('receipt.due')}
      />
      {data && <PaymentRows parts={data.parts} />}
    </div>
  )
}

const WHO = ['driver', 'fleet', 'tax', 'operator', 'other']

/** Who got what of a booking: the parts of driver, fleet, tax office and platform, each with its sum. */
export function Shares({ booking }: { booking: Booking }) {
  const { data } = useBookingMoney(booking)
  const shares = data?.parts.filter(({ side }) => side === 'share') ?? []
  return WHO.map((who) => {
    const parts = shares.filter((part) => part.who === who)
    return parts.length > 0 && <ShareOf key={who} who={who} parts={parts} />
  })
}

function ShareOf({ who, parts }: { who: string; parts: readonly MoneyPart[] }) {
  const { t } = useTranslation('money_parts')
  const { money } = useFormat()
  return (
    <section aria-label={t(`share.${who}`)} className="border-t border-line pt-3 text-sm">
      <p className="flex justify-between gap-4 font-semibold">
        <span>{t(`share.${who}`)}</span>
        <bdi className="tabular">{money(totalOf(parts))}</bdi>
      </p>
      {parts.length > 1 && (
        <dl className="text-muted">
          <PartRows parts={parts} />
        </dl>
      )}
    </section>
  )
}
