import { CreditCard, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import type { Booking } from '@/entities/booking'
import { useBookingHold, usePaymentProviders } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/server-clock'

interface CardHoldProps {
  booking: Booking
  onOpen: () => void
}

/** Shown for a card ride before its end: the amount reserved on the card, or a button to reserve it. */
export function CardHold({ booking, onOpen }: CardHoldProps) {
  const { t } = useTranslation('pay')
  const { money, dateTime } = useFormat()
  const { data: hold } = useBookingHold(booking.id, true)
  const canHold = usePaymentProviders().some(({ holds }) => holds)
  if (!hold) return null
  if (hold.status === 'authorized') {
    return (
      <p className="flex items-start gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
        {t('hold.stands', { amount: money(hold.authorized_amount ?? 0) })}
      </p>
    )
  }
  if (!canHold || hold.ceiling === null) return <p className="text-sm text-muted">{t('hold.none')}</p>
  if (hold.from_at && Date.parse(hold.from_at) > serverNow()) {
    return <p className="text-sm text-muted">{t('hold.later', { when: dateTime(hold.from_at) })}</p>
  }
  return (
    <div className="space-y-2">
      <Button size="lg" variant="outline" className="w-full" onClick={onOpen}>
        <CreditCard aria-hidden />
        {t('hold.open', { amount: money(hold.ceiling) })}
      </Button>
      <p className="text-sm text-pretty text-muted">{t('hold.text')}</p>
    </div>
  )
}
