import { RadioGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useCommand } from '@/lib/server/use-command'
import { type PaymentTarget, startPayment } from './checkout'
import { ProviderWays, SaveCard } from './provider-choice'
import type { PaymentProvider } from './providers'
import { useWay } from './use-way'

interface ByCardDialogProps {
  title: string
  text: string
  /** What is paid. It contains no amount, because the server computes it. */
  payment: PaymentTarget
  providers: readonly PaymentProvider[]
  onClose: () => void
}

/** The dialog that pays something other than a trip through a payment provider: a saved card or a choice of providers. */
export function ByCardDialog({ title, text, payment, providers, onClose }: ByCardDialogProps) {
  const { t } = useTranslation('pay')
  const choice = useWay(providers)
  const leaving = useCommand<void>((_, key) => startPayment(payment, choice.way, key))
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      text={text}
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
