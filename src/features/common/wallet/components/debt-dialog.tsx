import { useTranslation } from 'react-i18next'
import { ByCardDialog, type PaymentProvider } from '@/entities/payment'
import { useFormat } from '@/entities/settings'

interface DebtDialogProps {
  /** The amount of the debt, above 0. */
  amount: number
  providers: readonly PaymentProvider[]
  onClose: () => void
}

/** The dialog that pays a negative balance of the wallet through a payment provider. */
export function DebtDialog({ amount, ...props }: DebtDialogProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  return (
    <ByCardDialog
      {...props}
      title={t('page.for.debt')}
      text={t('debt', { amount: money(amount) })}
      payment={{ purpose: 'debt' }}
    />
  )
}
