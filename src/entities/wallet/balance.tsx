import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { cn } from '@/lib/utils'

interface BalanceProps {
  /** With its bonus. */
  balance: number
  bonus: number
  className?: string
}

/** A wallet's balance, and the part for fares only. */
export function Balance({ balance, bonus, className }: BalanceProps) {
  const { t } = useTranslation('wallet')
  const { money } = useFormat()
  return (
    <p>
      <span className="block text-sm text-muted">{t('balance')}</span>
      <span className={cn('font-semibold tabular', className)}>{money(balance)}</span>
      {bonus > 0 && <span className="block text-sm text-muted">{t('of_it_bonus', { amount: money(bonus) })}</span>}
    </p>
  )
}
