import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { usePaymentProviders } from '@/entities/payment'
import { TopUpDialog } from './top-up-dialog'

/** Puts money into one's wallet, where somebody takes it for the operator; nothing where nobody does. */
export function TopUp() {
  const { t } = useTranslation('pay')
  const providers = usePaymentProviders()
  const [isOpen, setOpen] = useState(false)
  if (providers.length === 0) return null
  return (
    <>
      <Button size="lg" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        {t('topup.open')}
      </Button>
      {isOpen && <TopUpDialog providers={providers} onClose={() => setOpen(false)} />}
    </>
  )
}
