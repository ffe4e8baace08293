import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { type Booking, openAmount } from '@/entities/booking'
import { payWithWallet } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'

interface WalletButtonProps {
  booking: Booking
  variant: 'accent' | 'outline'
  onAnswer: (booking: Booking) => void
}

/** Pays what is left from the rider's wallet. */
export function WalletButton({ booking, variant, onAnswer }: WalletButtonProps) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const errorText = useErrorText()
  const pay = useCommand((_: undefined, clientKey) => payWithWallet(booking.id, clientKey), { onDone: onAnswer })
  return (
    <div className="w-full space-y-2">
      {pay.error && <Alert tone="bad">{errorText(pay.error)}</Alert>}
      <Button size="lg" variant={variant} className="w-full" busy={pay.busy} onClick={() => void pay.run(undefined)}>
        {t('action.pay_with_wallet', { amount: money(openAmount(booking)) })}
      </Button>
    </div>
  )
}
