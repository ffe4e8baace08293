import { CircleCheck, WalletMinimal } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import { LiveRegion } from '@/components/ui/live-region'
import { type Booking, isPaid, openAmount, paymentModeOf } from '@/entities/booking'
import { ProviderWays, payWithWallet, SaveCard, startPayment, useWay, WayToPay } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { ownWalletKey } from '@/entities/wallet'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import type { HoldState } from '../../model/hold-state'
import { useClosing } from './use-closing'
import { useWaysToPay } from './use-ways-to-pay'

const WALLET = 'wallet'

/** Returns whether nothing is left to pay, for example because another person paid meanwhile. */
const isSettled = ({ status, prepaid }: Booking) => prepaid || isPaid(status)

interface PayDialogProps {
  booking: Booking
  /** The reservation of a card ride that has not ended; null for other trips, and until it is known. */
  hold: HoldState | null
  onAnswer: (booking: Booking) => void
  onClose: () => void
}

/**
 * The dialog in which the rider pays the open amount, or reserves the amount of a card ride. After success it shows a message
 * and closes by itself.
 */
export function PayDialog({ booking, hold, onAnswer, onClose }: PayDialogProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const [said, setPaid] = useState<string | null>(null)
  const { hasAny, isHold } = useWaysToPay(booking)
  // The message that the booking is paid; null if it is not. It is also shown if the payment happened elsewhere: in cash to the
  // driver, on another device, or by a request whose response was lost.
  const paid = said ?? (isSettled(booking) ? t('paid') : null)
  useClosing(paid !== null || booking.status === 'CANCELLED', onClose)
  // Before a card ride ends, the dialog only reserves the amount. If the rider need not do that, it stays closed for good: it must
  // not open by itself once that changes.
  const ceiling = hold?.kind === 'open' || hold?.kind === 'short' ? hold.amount : null
  const isNeedless = isHold && hold !== null && ceiling === null
  useEffect(() => {
    if (isNeedless) onClose()
  }, [isNeedless, onClose])
  if (booking.status === 'CANCELLED' || (!hasAny && paid === null)) return null
  if (isHold && ceiling === null) return null
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t(isHold ? 'hold.title' : 'title')}</DialogTitle>
          <DialogDescription>
            {paid ??
              (isHold
                ? t('hold.ceiling', { amount: money(ceiling ?? 0) })
                : t('open', { amount: money(openAmount(booking)), reference: booking.reference }))}
          </DialogDescription>
        </DialogHeader>
        {paid === null ? (
          <Choice
            booking={booking}
            onClose={onClose}
            onPaid={(answer) => {
              const left = openAmount(answer)
              setPaid(left > 0 && !answer.prepaid ? t('left', { amount: money(left) }) : t('paid'))
              onAnswer(answer)
            }}
          />
        ) : (
          <CircleCheck aria-hidden className="mx-auto my-6 size-14 text-ok" />
        )}
        <LiveRegion>{paid}</LiveRegion>
      </DialogContent>
    </Dialog>
  )
}

interface ChoiceProps {
  booking: Booking
  onClose: () => void
  onPaid: (booking: Booking) => void
}

function Choice({ booking, onClose, onPaid }: ChoiceProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const errorText = useErrorText()
  const { balance: owned, providers, isHold } = useWaysToPay(booking)
  // After a ride for which wallet or card was chosen, the page has a button for the wallet; this dialog is for the card.
  const balance = booking.status === 'PENDING' && paymentModeOf(booking) !== 'cash' ? 0 : owned
  const choice = useWay(providers, balance > 0 ? WALLET : '')
  const pay = useCommand<void, Booking | null>(
    async (_, clientKey) => {
      if (choice.value === WALLET) return await payWithWallet(booking.id, clientKey)
      await startPayment({ purpose: 'booking', booking_id: booking.id }, choice.way, clientKey)
      return null
    },
    {
      asks: 'dialog',
      invalidates: () => (booking.customer_id ? [ownWalletKey(booking.customer_id)] : []),
      onDone: (answer) => {
        if (answer) onPaid(answer)
      }
    }
  )
  return (
    <>
      <RadioGroup.Root aria-label={t('ways')} value={choice.value} onValueChange={choice.choose} className="space-y-2">
        {balance > 0 && (
          <WayToPay value={WALLET} icon={<WalletMinimal aria-hidden className="size-5 shrink-0" />}>
            <span className="block font-semibold">{t('wallet', { amount: money(balance) })}</span>
            <span className="block text-sm text-muted">
              {t(balance < openAmount(booking) ? 'wallet_part' : 'wallet_all')}
            </span>
          </WayToPay>
        )}
        <ProviderWays choice={choice} />
      </RadioGroup.Root>
      <SaveCard choice={choice} />
      {pay.error && (
        <Alert tone="bad" className="mt-4">
          {errorText(pay.error)}
        </Alert>
      )}
      <DialogFooter>
        <Button size="lg" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button size="lg" variant="accent" busy={pay.busy} onClick={() => void pay.run()}>
          {t(isHold ? 'hold.now' : 'now')}
        </Button>
      </DialogFooter>
    </>
  )
}
