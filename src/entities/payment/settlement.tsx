import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import type { Tables } from '@/types/database'

type Settlement = Pick<
  Tables<'bookings'>,
  | 'promo_code'
  | 'discount_amount'
  | 'used_wallet_money'
  | 'card_payment_amount'
  | 'customer_paid'
  | 'payable_amount'
  | 'tip_amount'
  | 'tax_amount'
>

/** What became of a fare: promotion, payments, what is left, tip and tax, each as the server booked it. */
export function SettlementLines({ settlement }: { settlement: Settlement }) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const lines = [
    { key: 'discount', amount: -settlement.discount_amount },
    { key: 'wallet', amount: settlement.used_wallet_money },
    { key: 'card', amount: settlement.card_payment_amount },
    { key: 'tip', amount: settlement.tip_amount }
  ].filter(({ amount }) => amount !== 0)
  // Where nothing of this happened, the fare alone is what was paid.
  if (lines.length > 0) {
    if (settlement.payable_amount > 0) lines.push({ key: 'left', amount: settlement.payable_amount })
    if (settlement.customer_paid > 0) lines.push({ key: 'paid', amount: settlement.customer_paid })
  }
  if (settlement.tax_amount > 0) lines.push({ key: 'tax', amount: settlement.tax_amount })
  if (lines.length === 0) return null
  return (
    <dl className="text-sm text-muted tabular">
      {lines.map(({ key, amount }) => (
        <div key={key} className="flex items-baseline justify-between gap-4 py-1">
          <dt>{t(`settlement.${key}`, { code: settlement.promo_code ?? '' })}</dt>
          <dd className="shrink-0">{money(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
