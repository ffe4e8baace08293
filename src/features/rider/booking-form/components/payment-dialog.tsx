import { RadioGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import type { Payment } from '@/entities/fare'
import { cardBrand, usePaymentProviders, useSavedCards } from '@/entities/payment'
import { useSession } from '@/entities/person'
import { useFormat, useSettings } from '@/entities/settings'
import { useSettledChoice } from '@/lib/hooks/use-settled-choice'
import { useBookingDraft } from '../hooks/use-booking-screen'
import { paymentOf } from '../model/draft'
import { paymentIcons } from './payment-icons'
import { WalletLines } from './wallet-lines'

/** The dialog for the payment method. */
export function PaymentDialog() {
  const { t } = useTranslation('booking_dialogs')
  const { money } = useFormat()
  const { profile } = useSession()
  const { state, dispatch } = useBookingDraft()
  const balance = profile?.wallet_balance ?? 0
  const providers = usePaymentProviders()
  const { settings } = useSettings()
  const chosen = paymentOf(null, state.draft, settings)
  const choice = useSettledChoice<Payment>(chosen, (payment) => dispatch({ do: 'set_payment', payment }))
  // The card that the booking asks to reserve the fare: the one used last.
  const saved = useSavedCards().data?.find(({ provider }) =>
    providers.some(({ name, holds, cards }) => name === provider && holds && cards)
  )
  const cardNote = saved
    ? t('payment.hold_card', {
        card: t('pay:card.named', { brand: cardBrand(saved.brand) ?? t('pay:card.card'), last4: saved.last4 })
      })
    : t(providers.some(({ holds }) => holds) ? 'payment.hold_note' : 'payment.card_note')
  const ways: { way: Payment; text: string; note: string }[] = [
    ...(settings?.cash_payments === false
      ? []
      : [{ way: 'cash' as const, text: t('booking:cash'), note: t('payment.cash_note') }]),
    ...(balance > 0
      ? [{ way: 'wallet' as const, text: `${t('booking:wallet')} · ${money(balance)}`, note: t('payment.wallet_note') }]
      : []),
    ...(providers.length > 0
      ? [
          {
            way: 'card' as const,
            text: t('booking:card'),
            note: cardNote
          }
        ]
      : [])
  ]
  return (
    <Dialog open onOpenChange={(open) => !open && dispatch({ do: 'ask', question: null })}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('booking:payment.title')}</DialogTitle>
          <DialogDescription>{t(balance > 0 ? 'payment.text' : 'payment.text_cash')}</DialogDescription>
        </DialogHeader>
        <RadioGroup.Root aria-label={t('booking:payment.title')} {...choice.root} className="space-y-2">
          {ways.map(({ way, text, note }) => {
            const Icon = paymentIcons[way]
            return (
              <RadioGroup.Item
                key={way}
                value={way}
                {...choice.item(way)}
                className="flex w-full items-center gap-4 rounded-control border border-line px-4 py-3 text-start hover:bg-soft data-[state=checked]:border-ink data-[state=checked]:ring-1 data-[state=checked]:ring-ink"
              >
                <Icon aria-hidden className="size-5 shrink-0" />
                <span>
                  <span className="block font-semibold">{text}</span>
                  <span className="block text-sm text-muted">{note}</span>
                </span>
              </RadioGroup.Item>
            )
          })}
        </RadioGroup.Root>
        {balance > 0 && (
          <div className="mt-4">
            <WalletLines />
          </div>
        )}
        {choice.isMoved && (
          <DialogFooter>
            <Button size="lg" variant="accent" onClick={choice.settle}>
              {t('take_choice')}
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  )
}
