import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
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
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { usePaymentProviders } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { focusFirstError } from '@/lib/focus'
import { isTooLong } from '@/lib/text-limit'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'
import { useBookingScreen } from '../hooks/use-booking-screen'
import { hasRecipient } from '../model'
import { BookingProblem } from './booking-problem'
import { WalletLines } from './wallet-lines'

const limits = textLimits.booking_contacts

/** "Delivery information": what it costs, who takes the parcel, and what the courier should know. */
export function DeliveryDialog() {
  const { t } = useTranslation('booking_dialogs')
  const { money } = useFormat()
  const { car, state, amount, busy, send, payment, problemKey, dispatch } = useBookingScreen()
  const { recipient } = state.draft
  const form = useRef<HTMLFormElement>(null)
  const [isRefused, setRefused] = useState(false)
  const [covers, setCovers] = useState(true)
  const hasCards = usePaymentProviders().length > 0
  // Where the wallet does not suffice, a card pays; who has chosen keeps the choice.
  const payBy = (way: 'wallet' | 'card') => dispatch({ do: 'set_payment', payment: way })
  const needsCard = hasCards && !covers && payment === 'wallet'
  useEffect(() => {
    if (needsCard) dispatch({ do: 'set_payment', payment: 'card' })
  }, [needsCard, dispatch])
  const isMissing = !hasRecipient(recipient) && (isRefused || problemKey === 'deliveryDetailMissing')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isLong =
      isTooLong(recipient.name, limits.delivery_person) ||
      isTooLong(recipient.phone, limits.delivery_person_phone) ||
      isTooLong(recipient.pickupNote, limits.pick_up_instructions) ||
      isTooLong(recipient.dropNote, limits.delivery_instructions)
    setRefused(true)
    if (hasRecipient(recipient) && !isLong) send()
    else setTimeout(() => form.current && focusFirstError(form.current))
  }
  const close = () => dispatch({ do: 'ask', question: null })
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('delivery.title')}</DialogTitle>
          <DialogDescription>
            {car?.name} · <bdi className="font-semibold text-ink tabular">{money(amount ?? 0)}</bdi>
          </DialogDescription>
        </DialogHeader>
        <form ref={form} noValidate onSubmit={submit} className="space-y-3">
          <RecipientFields isMissing={isMissing} />
          {hasCards && covers && (
            <Segmented
              label={t('booking:payment.title')}
              value={payment === 'card' ? 'card' : 'wallet'}
              onChange={payBy}
              options={[
                { value: 'wallet', label: t('booking:wallet') },
                { value: 'card', label: t('booking:card') }
              ]}
            />
          )}
          {payment === 'card' ? (
            <p className="text-sm text-pretty text-muted">{t('delivery.by_card')}</p>
          ) : (
            <WalletLines onKnown={setCovers} isWhole />
          )}
          {problemKey !== 'deliveryDetailMissing' && <BookingProblem />}
          <DialogFooter>
            <Button size="lg" onClick={close}>
              {t('common:cancel')}
            </Button>
            <Button size="lg" type="submit" variant="accent" disabled={payment !== 'card' && !covers} busy={busy}>
              {t('book_now')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function RecipientFields({ isMissing }: { isMissing: boolean }): ReactNode {
  const { t } = useTranslation('booking_dialogs')
  const errorText = useErrorText()
  const { state, dispatch } = useBookingScreen()
  const { recipient } = state.draft
  const set = (part: Partial<typeof recipient>) =>
    dispatch({ do: 'set_recipient', recipient: { ...recipient, ...part } })
  const error = errorText('deliveryDetailMissing')
  return (
    <>
      <Field
        label={t('delivery.name')}
        error={isMissing && recipient.name.trim() === '' ? error : null}
        limit={{ text: recipient.name, of: limits.delivery_person }}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={recipient.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('delivery.phone')}
        error={isMissing && recipient.name.trim() !== '' ? error : null}
        limit={{ text: recipient.phone, of: limits.delivery_person_phone }}
      >
        {(control) => (
          <Input
            {...control}
            type="tel"
            dir="ltr"
            autoComplete="off"
            value={recipient.phone}
            onChange={(event) => set({ phone: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('delivery.pickup_note')} limit={{ text: recipient.pickupNote, of: limits.pick_up_instructions }}>
        {(control) => (
          <Input
            {...control}
            value={recipient.pickupNote}
            onChange={(event) => set({ pickupNote: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('delivery.drop_note')} limit={{ text: recipient.dropNote, of: limits.delivery_instructions }}>
        {(control) => (
          <Input {...control} value={recipient.dropNote} onChange={(event) => set({ dropNote: event.target.value })} />
        )}
      </Field>
    </>
  )
}
