import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LiveRegion } from '@/components/ui/live-region'
import { useFormat, useOfferWords } from '@/entities/settings'
import { useBookingCars, useBookingDraft, useBookingFare, useBookingOrder } from '../hooks/use-booking-screen'
import { BookingProblem } from './booking-problem'
import { FareButton } from './fare-button'
import { paymentIcons } from './payment-icons'
import { PromoButton, RefusedPromo } from './promo'

/** The bar at the bottom of the form: payment method, promotion code, whether the price can still change, and "Book". */
export function BookBar() {
  const { t } = useTranslation('booking')
  const { car } = useBookingCars()
  const { quote, promo } = useBookingFare()
  const { mayBook } = useBookingOrder()
  return (
    <div className="space-y-2.5">
      <Announcement />
      <BookingProblem />
      <RefusedPromo promo={promo} />
      {quote && car && (
        <div className="flex min-h-8 items-center gap-3 text-sm">
          {mayBook && <PaymentButton />}
          {mayBook && quote.quote_id && (
            <>
              <span aria-hidden className="h-5 w-px bg-line" />
              <PromoButton promo={promo} />
            </>
          )}
          <span className="ms-auto">
            <FareButton />
          </span>
        </div>
      )}
      {mayBook ? <BookButtons /> : <Alert>{t('admin_looks')}</Alert>}
    </div>
  )
}

function PaymentButton() {
  const { t } = useTranslation('booking')
  const { dispatch } = useBookingDraft()
  const { isParcel } = useBookingCars()
  const { payment } = useBookingFare()
  const Icon = paymentIcons[payment]
  const text = t(payment)
  if (isParcel) {
    return (
      <span className="inline-flex items-center gap-2">
        <Icon aria-hidden className="size-4.5" />
        {text}
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-label={`${t('payment.title')}: ${text}`}
      aria-haspopup="dialog"
      onClick={() => dispatch({ do: 'ask', question: 'payment' })}
      className="inline-flex min-h-8 items-center gap-2 rounded-control font-medium hover:text-muted"
    >
      <Icon aria-hidden className="size-4.5" />
      {text}
      <ChevronDown aria-hidden className="size-4 text-muted" />
    </button>
  )
}

/**
 * The Book button. If no car of the chosen type is free, there are two buttons. The main button offers the car type that would
 * arrive first. The other one searches for the chosen type anyway.
 */
function BookButtons() {
  const { t } = useTranslation('booking')
  const offer = useOfferWords()
  const { dispatch } = useBookingDraft()
  const { car, instead, isFitting } = useBookingCars()
  const { quote, amount, endsAt } = useBookingFare()
  const { busy, press } = useBookingOrder()
  const { money, time } = useFormat()
  if (!isFitting) return null
  if (!quote || !car) return <BookButton label={t('book', offer)} busy={busy} onPress={press} />
  const price = money(amount ?? 0)
  if (instead) {
    return (
      <div className="space-y-2">
        <p role="status" className="text-sm">
          {t('none_free', { car: car.name })}
        </p>
        <Button
          variant="accent"
          size="lg"
          className="w-full"
          onClick={() => dispatch({ do: 'choose_car', carTypeId: instead.car.id })}
        >
          {t('take_instead', { car: instead.car.name, time: instead.wait })}
        </Button>
        <Button variant="outline" size="lg" className="w-full" busy={busy} onClick={press}>
          {t('search_anyway', { car: car.name, price })}
        </Button>
      </div>
    )
  }
  const label = (
    <span>
      {t('book_for', { car: car.name, price })}
      {endsAt && <span className="tight:hidden"> · {t('there', { time: time(endsAt) })}</span>}
    </span>
  )
  return <BookButton label={label} busy={busy} onPress={press} />
}

function BookButton({ label, busy, onPress }: { label: ReactNode; busy: boolean; onPress: () => void }) {
  return (
    <Button
      variant="accent"
      size="lg"
      className="h-auto min-h-13 w-full whitespace-normal tabular"
      busy={busy}
      onClick={onPress}
    >
      {label}
    </Button>
  )
}

/** Announces new prices to screen readers. */
function Announcement() {
  const { t } = useTranslation('booking')
  const { car } = useBookingCars()
  const { quote, amount, prices } = useBookingFare()
  const { money } = useFormat()
  const text = prices.loading
    ? t('pricing')
    : quote && car
      ? t('priced', { car: car.name, price: money(amount ?? 0) })
      : ''
  return <LiveRegion>{text}</LiveRegion>
}
