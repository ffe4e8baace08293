import { CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { QrCode } from '@/components/ui/qr-code'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { askStreetCard } from './commands'

interface StreetCardProps {
  bookingId: string
  /** True if the passenger has chosen to pay by card; otherwise the trip is paid in cash. */
  isCard: boolean
  onAsked: () => void
}

/**
 * The button with which the driver chooses payment by card. After that, the code that the passenger scans to pay on a phone.
 * Paying in cash stays possible where the operator takes cash.
 */
export function StreetCard({ bookingId, isCard, onAsked }: StreetCardProps) {
  const { t } = useTranslation('street')
  const errorText = useErrorText()
  const { settings } = useSettings()
  const { data: token, mutate } = useSWR(isCard ? ['street-card', bookingId] : null, () => askStreetCard(bookingId))
  const ask = useCommand(() => askStreetCard(bookingId), {
    onDone: (answer) => {
      void mutate(answer, { revalidate: false })
      onAsked()
    }
  })
  if (!isCard) {
    return (
      <>
        <Button size="lg" variant="outline" className="w-full" busy={ask.busy} onClick={() => void ask.run()}>
          <CreditCard aria-hidden />
          {t('card.ask')}
        </Button>
        {ask.error && <Alert tone="bad">{errorText(ask.error)}</Alert>}
      </>
    )
  }
  return (
    <section aria-label={t('card.title')} className="space-y-3 rounded-card border border-line p-4 text-center">
      <h2 className="font-semibold">{t('card.title')}</h2>
      {token ? (
        <QrCode text={`${window.location.origin}${paths.payStreet(token)}`} label={t('card.code')} />
      ) : (
        <Skeleton className="mx-auto size-56" />
      )}
      <p className="text-sm text-pretty text-muted">
        {t('card.text')}
        {settings?.cash_payments !== false && ` ${t('card.directly')}`}
      </p>
    </section>
  )
}
