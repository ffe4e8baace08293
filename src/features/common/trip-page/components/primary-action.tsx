import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { SlideButton } from '@/components/ui/slide-button'
import { againPath, paths } from '@/config/paths'
import type { Booking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import type { Due } from '../hooks/use-due'
import type { TripAction } from '../model/trip-view'
import { PayPart, WaysPart } from './pay/paying'

/** Steps of the driver during a trip. */
export type DriverStep = 'arrive' | 'arrive_at_stop' | SlidAction
/** Steps that cannot be undone. They need a slide of the button, so that an accidental touch does nothing. */
export type SlidAction = 'start' | 'reach' | 'confirm_cash'

interface PrimaryActionProps {
  /** A label for the step, used instead of the usual one. */
  label?: string
  action: TripAction | null
  booking: Booking
  /** The amount to pay at the end of the trip. */
  toPay: number
  /** The number of the next stop; null if there is none. */
  stop: number | null
  /** True if a start code is required and not complete yet. */
  isBlocked: boolean
  isBusy: boolean
  /** True if the button is the most important element now. */
  isAccent: boolean
  onStep: (action: DriverStep) => void
  /** Called when the driver has slid the button to its end. */
  onSlide: (action: SlidAction) => void
  /** Called when the driver has pressed the button instead of sliding it; the step then needs a confirmation. */
  onAsk: (action: SlidAction) => void
  onPay: () => void
  onAnswer: (booking: Booking) => void
  /** Whether the rider may choose cash for a ride that wallet or card did not pay. */
  mayPayCash: boolean
  /** How a ride that has ended gets paid. */
  due: Due
}

/** The button of the main action. It has the full width and is within the thumb's reach. */
export function PrimaryAction(props: PrimaryActionProps) {
  const { action, booking, toPay, isBlocked, isBusy, isAccent, onStep, onPay } = props
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  switch (action) {
    case 'book_again':
      return <BookAgain booking={booking} />
    case 'back_to_drive':
      return (
        <Button asChild size="lg" variant="accent" className="w-full">
          <Link to={paths.drive}>{t('action.back_to_drive')}</Link>
        </Button>
      )
    case 'pay_with_wallet':
      return booking.status === 'PENDING' ? (
        <WaysPart
          booking={booking}
          due={props.due}
          mayPayCash={props.mayPayCash}
          onCard={onPay}
          onAnswer={props.onAnswer}
        />
      ) : (
        <PayPart booking={booking} variant="accent" onPress={onPay} />
      )
    case 'start':
    case 'reach':
    case 'confirm_cash':
      return (
        <SlideButton
          // Each action has its own key, so that the handle of the next slide is back at its start.
          key={action}
          label={props.label ?? t(`action.${action}`, { amount: money(toPay) })}
          onSlide={() => props.onSlide(action)}
          onPress={() => props.onAsk(action)}
          isAccent={isAccent}
          busy={isBusy}
          disabled={isBlocked}
        />
      )
    case 'arrive':
    case 'arrive_at_stop':
      return (
        <Button
          size="lg"
          variant={isAccent ? 'accent' : 'outline'}
          className="h-14 w-full"
          busy={isBusy}
          disabled={isBlocked}
          onClick={() => onStep(action)}
        >
          {props.label ?? t(`action.${action}`, { place: props.stop })}
        </Button>
      )
    default:
      return null
  }
}

/** The button that books the same ride again. After a completed ride there is also a button that books the way back. */
function BookAgain({ booking: { id, status } }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'COMPLETE' && (
        <Button asChild size="lg" variant="outline" className="flex-1">
          <Link to={againPath(id, 'back')}>{t('action.book_back')}</Link>
        </Button>
      )}
      <Button asChild size="lg" variant="accent" className="flex-1">
        <Link to={againPath(id, 'there')}>{t('action.book_again')}</Link>
      </Button>
    </div>
  )
}
