import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { usePaymentProviders } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { DebtDialog } from './debt-dialog'
import { TopUpDialog } from './top-up-dialog'

interface TopUpProps {
  mayTopUp: boolean
  balance: number
}

/** Buttons that pay a debt and top up the wallet, if the operator has a payment provider. */
export function TopUp({ mayTopUp, balance }: TopUpProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const providers = usePaymentProviders()
  const [asked, setAsked] = useState<'topup' | 'debt' | null>(null)
  if (providers.length === 0) return null
  const close = () => setAsked(null)
  return (
    <div className="flex flex-wrap gap-2">
      {balance < 0 && (
        <Button size="lg" variant="accent" onClick={() => setAsked('debt')}>
          <CreditCard aria-hidden />
          {t('button', { amount: money(-balance) })}
        </Button>
      )}
      {mayTopUp && (
        <Button size="lg" onClick={() => setAsked('topup')}>
          <Plus aria-hidden />
          {t('topup.open')}
        </Button>
      )}
      {asked === 'topup' && <TopUpDialog providers={providers} onClose={close} />}
      {asked === 'debt' && <DebtDialog amount={-balance} providers={providers} onClose={close} />}
    </div>
  )
}
