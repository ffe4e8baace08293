import { Banknote, CreditCard, WalletMinimal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { type Booking, openAmount } from '@/entities/booking'
import { payInCash, payWithWallet } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { ownWalletKey } from '@/entities/wallet'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import type { Due } from '../../hooks/use-due'
import { useWaysToPay } from './use-ways-to-pay'

interface PayWaysProps {
  booking: Booking
  due: Due
  /** Whether the rider may choose cash now. */
  mayPayCash: boolean
  /** Called if the rider wants to pay by card: the dialog for it opens. */
  onCard: () => void
  onAnswer: (booking: Booking) => void
}

type Way = 'card' | 'wallet' | 'cash'

/**
 * The ways to pay a ride that has ended and for which wallet or card was chosen. The first way is the page's main button: the
 * wallet if the rider only has to confirm the amount, else the card, then the wallet, then cash.
 */
export function PayWays({ booking, due, mayPayCash, onCard, onAnswer }: PayWaysProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const errorText = useErrorText()
  const { isKnown, balance, providers } = useWaysToPay(booking)
  const pay = useCommand((way: Way, key) => (way === 'cash' ? payInCash(booking.id) : payWithWallet(booking.id, key)), {
    asks: 'form',
    invalidates: () => (booking.customer_id ? [ownWalletKey(booking.customer_id)] : []),
    onDone: onAnswer
  })
  if (!isKnown) return null
  const open = openAmount(booking)
  const confirms = booking.payment_mode === 'wallet' && balance >= open
  const offered: Way[] = [
    ...(confirms ? (['wallet'] as const) : []),
    ...(providers.length > 0 ? (['card'] as const) : []),
    ...(balance > 0 && !confirms ? (['wallet'] as const) : []),
    ...(mayPayCash ? (['cash'] as const) : [])
  ]
  const [first, ...others] = offered
  const textOf = (way: Way) => t(`way.${way}`, { amount: money(way === 'wallet' ? Math.min(balance, open) : open) })
  const press = (way: Way) => (way === 'card' ? onCard() : void pay.run(way))
  if (!first) return null
  const Icon = ICONS[first]
  return (
    <div className="space-y-2">
      <DueNote booking={booking} due={due} />
      {pay.error && <p className="text-sm text-bad">{errorText(pay.error)}</p>}
      <Button
        size="lg"
        variant="accent"
        className="h-auto min-h-13 w-full whitespace-normal tabular"
        busy={pay.sent === first}
        onClick={() => press(first)}
      >
        <Icon aria-hidden />
        {textOf(first)}
      </Button>
      {others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {others.map((way) => (
            <Button
              key={way}
              variant="outline"
              className="h-auto min-h-11 flex-1 whitespace-normal tabular"
              busy={pay.sent === way}
              onClick={() => press(way)}
            >
              {textOf(way)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The sentence that explains what is left to pay after a ride, or that nothing has to be done. */
export function DueNote({ booking, due: { note, agreed } }: Pick<PayWaysProps, 'booking' | 'due'>) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  if (!note) return null
  return (
    <p role="status" className="text-sm text-pretty text-muted">
      {t(`due.${note}`, { context: booking.category, agreed: money(agreed), paid: money(booking.customer_paid) })}
    </p>
  )
}

const ICONS = { card: CreditCard, wallet: WalletMinimal, cash: Banknote } as const
