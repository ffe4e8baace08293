import { RadioGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { type PaymentProvider, ProviderWays, SaveCard, startPayment, useWay } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/use-command'

interface DebtDialogProps {
  /** The amount of the debt, above 0. */
  amount: number
  providers: readonly PaymentProvider[]
  onClose: () => void
}

/**
 * The dialog that pays a negative balance of the wallet through a payment provider. The request contains no amount, because the
 * server computes it.
 */
export function DebtDialog({ amount, providers, onClose }: DebtDialogProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const choice = useWay(providers)
  const leaving = useCommand<void>((_, key) => startPayment({ purpose: 'debt' }, choice.way, key))
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('page.for.debt')}
      text={t('debt', { amount: money(amount) })}
      keep={t('common:cancel')}
      confirm={t('now')}
      variant="accent"
      busy={leaving.busy}
      error={leaving.error}
      onConfirm={() => void leaving.run()}
    >
      <RadioGroup.Root aria-label={t('ways')} value={choice.value} onValueChange={choice.choose} className="space-y-2">
        <ProviderWays choice={choice} />
      </RadioGroup.Root>
      <SaveCard choice={choice} />
    </ConfirmDialog>
  )
}
