import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { cn } from '@/lib/utils'

interface BalanceProps {
  /** The balance including the bonus. */
  balance: number
  bonus: number
  className?: string
}

/** The balance of a wallet, and the part of it that can only pay fares. */
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
