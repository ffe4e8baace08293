import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
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
import { Segmented } from '@/components/ui/segmented'
import { usePaymentProviders } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { focusFirstError } from '@/lib/page/focus'
import { useErrorText } from '@/lib/server/use-error-text'
import { PHONE_LIMIT, readTypedPhone } from '@/lib/typing/phones'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { useBookingCars, useBookingDraft, useBookingFare, useBookingOrder } from '../hooks/use-booking-screen'
import { hasRecipient, MAX_PARCELS, type Parcel } from '../model/draft'
import { BookingProblem } from './booking-problem'
import { ParcelFields } from './parcels/parcel-fields'
import { ParcelNews, ParcelSum } from './parcels/parcel-sum'
import { useParcels } from './parcels/use-parcels'
import { WalletLines } from './wallet-lines'

const limits = textLimits.booking_contacts

const isLong = ({ name, phone, pickupNote, dropNote }: Parcel): boolean =>
  isTooLong(name, limits.delivery_person) ||
  isTooLong(phone, PHONE_LIMIT) ||
  isTooLong(pickupNote, limits.pick_up_instructions) ||
  isTooLong(dropNote, limits.delivery_instructions)

/** The dialog "Delivery information": the cost, the recipient of each parcel, and notes for the courier. */
export function DeliveryDialog() {
  const { t } = useTranslation('booking_dialogs')
  const { money } = useFormat()
  const errorText = useErrorText()
  const { dispatch } = useBookingDraft()
  const { car } = useBookingCars()
  const { amount, payment } = useBookingFare()
  const { busy, send, problemKey } = useBookingOrder()
  const parcels = useParcels()
  const { all, booked, failures, total, command } = parcels
  const form = useRef<HTMLFormElement>(null)
  const [isRefused, setRefused] = useState(false)
  const [isAdded, setAdded] = useState(false)
  const [covers, setCovers] = useState(true)
  const hasCards = usePaymentProviders().length > 0
  // The wallet must pay the whole price of a parcel. If it does not cover the price, payment by card is chosen. If it does, the
  // person can choose between wallet and card.
  const payBy = (way: 'wallet' | 'card') => dispatch({ do: 'set_payment', payment: way })
  const needsCard = hasCards && !covers && payment === 'wallet'
  useEffect(() => {
    if (needsCard) dispatch({ do: 'set_payment', payment: 'card' })
  }, [needsCard, dispatch])
  const areSeveral = all.length > 1 || booked.length > 0
  const isBusy = busy || command.busy
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRefused(true)
    const numbers = await Promise.all(all.map(({ phone }) => readTypedPhone(phone)))
    const areComplete = all.every((parcel, index) => hasRecipient(parcel, numbers[index] !== null))
    if (!areComplete || all.some(isLong)) setTimeout(() => form.current && focusFirstError(form.current))
    else if (areSeveral) void command.run()
    else send()
  }
  const close = () => dispatch({ do: 'ask', question: null })
  const action = failures.some(Boolean) ? t('common:retry') : t('parcels.book', { count: all.length })
  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && close()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('delivery.title')}</DialogTitle>
          <DialogDescription>
            {car?.name} ·{' '}
            <bdi className="font-semibold text-ink tabular">{money((areSeveral ? total : amount) ?? amount ?? 0)}</bdi>
          </DialogDescription>
        </DialogHeader>
        <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="space-y-3">
          <ParcelNews parcels={parcels} />
          {all.map((parcel, index) => (
            <ParcelFields
              // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no id
              key={index}
              parcel={parcel}
              index={areSeveral ? index : null}
              car={car}
              isAsked={isRefused || problemKey === 'deliveryDetailMissing'}
              failure={failures[index] ?? null}
              isNew={isAdded && index > 0 && index === all.length - 1}
              onChange={(part) => parcels.set(index, part)}
              {...(index > 0 ? { onRemove: () => parcels.remove(index) } : {})}
            />
          ))}
          {booked.length + all.length < MAX_PARCELS && (
            <Button
              size="lg"
              variant="outline"
              className="w-full"
              disabled={isBusy}
              onClick={() => {
                setAdded(true)
                setRefused(false)
                parcels.add()
              }}
            >
              <Plus aria-hidden />
              {t('parcels.add')}
            </Button>
          )}
          {areSeveral && <ParcelSum parcels={parcels} />}
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
            <p className="text-sm text-pretty text-muted">{t(areSeveral ? 'parcels.by_card' : 'delivery.by_card')}</p>
          ) : (
            <WalletLines onKnown={setCovers} isWhole total={areSeveral ? total : null} />
          )}
          {command.error && <Alert tone="bad">{errorText(command.error)}</Alert>}
          {!areSeveral && problemKey !== 'deliveryDetailMissing' && <BookingProblem />}
          <DialogFooter>
            <Button size="lg" onClick={close} disabled={isBusy}>
              {t(booked.length > 0 ? 'common:close' : 'common:cancel')}
            </Button>
            <Button
              size="lg"
              type="submit"
              variant="accent"
              disabled={(payment !== 'card' && !covers) || (areSeveral && total === null)}
              busy={isBusy}
            >
              {areSeveral ? action : t('book_now')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
