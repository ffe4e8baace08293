import { CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { type Booking, openAmount } from '@/entities/booking'
import { useNoProvider } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { useWaysToPay } from './use-ways-to-pay'

interface PayButtonProps {
  booking: Booking
  variant: 'accent' | 'outline'
  onPress: () => void
}

/**
 * The button that opens the payment dialog. If the rider can pay neither by wallet nor by card, a message is shown for a
 * parcel. For a ride nothing is shown, because it can be paid in cash.
 */
export function PayButton({ booking, variant, onPress }: PayButtonProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const { isKnown, hasAny } = useWaysToPay(booking)
  const trouble = useNoProvider()
  const errorText = useErrorText()
  if (!isKnown) return null
  if (hasAny) {
    return (
      <Button size="lg" variant={variant} className="w-full" onClick={onPress}>
        <CreditCard aria-hidden />
        {t('button', { amount: money(openAmount(booking)) })}
      </Button>
    )
  }
  if (booking.status !== 'PAYMENT_PENDING') return null
  return (
    <Alert
      tone="warn"
      action={
        trouble?.key === 'provider_fetch_error' ? (
          <Button variant="link" className="min-h-6 shrink-0" onClick={trouble.retry}>
            {t('common:retry')}
          </Button>
        ) : (
          <Link to={paths.contact} className="min-h-6 shrink-0 font-semibold underline underline-offset-4">
            {t('ask')}
          </Link>
        )
      }
    >
      {t('short')} {trouble?.key === 'provider_fetch_error' && errorText(trouble.key)}
    </Alert>
  )
}
