import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import type { Tables } from '@/types/database'

type Settlement = Pick<
  Tables<'bookings'>,
  | 'promo_code'
  | 'discount_amount'
  | 'cash_rounding'
  | 'used_wallet_money'
  | 'card_payment_amount'
  | 'customer_paid'
  | 'payable_amount'
  | 'tip_amount'
>

/**
 * Lists how a fare was paid: promotion, cash rounding, wallet, card and tip, then the amount still to pay and the paid amount.
 * Renders nothing if the first five are all 0, as for a fare paid only in cash.
 */
export function SettlementLines({ settlement }: { settlement: Settlement }) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const lines = [
    { key: 'discount', amount: -settlement.discount_amount },
    { key: 'rounding', amount: settlement.cash_rounding },
    { key: 'wallet', amount: settlement.used_wallet_money },
    { key: 'card', amount: settlement.card_payment_amount },
    { key: 'tip', amount: settlement.tip_amount }
  ].filter(({ amount }) => amount !== 0)
  // The two totals only explain the lines above, so without such lines they are not shown.
  if (lines.length > 0) {
    if (settlement.payable_amount > 0) lines.push({ key: 'left', amount: settlement.payable_amount })
    if (settlement.customer_paid > 0) lines.push({ key: 'paid', amount: settlement.customer_paid })
  }
  if (lines.length === 0) return null
  return (
    <dl className="text-sm text-muted">
      {lines.map(({ key, amount }) => (
        <div key={key} className="flex items-baseline justify-between gap-4 py-1">
          <dt>{t(`settlement.${key}`, { code: settlement.promo_code ?? '' })}</dt>
          <dd className="shrink-0 tabular">{money(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
