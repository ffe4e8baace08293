import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { SlideButton } from '@/components/ui/slide-button'
import { againPath, paths } from '@/config/paths'
import type { Booking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import type { TripAction } from '../trip-view'
import { PayPart } from './pay/paying'

/** What a driver does on the way, and tells. */
export type DriverAction = 'arrive' | 'arrive_at_stop' | SlidAction
/** What cannot be undone, so no touch in passing does it. */
export type SlidAction = 'start' | 'reach' | 'confirm_cash'

interface PrimaryActionProps {
  /** Instead of the step's own words. */
  label?: string
  action: TripAction | null
  booking: Booking
  /** What changes hands at the end. */
  toPay: number
  /** The stop that comes next. */
  stop: number | null
  /** The code is asked for and not complete. */
  isBlocked: boolean
  isBusy: boolean
  /** Nothing else matters more now. */
  isAccent: boolean
  onStep: (action: DriverAction) => void
  /** Slid to the end. */
  onSlide: (action: SlidAction) => void
  /** Pressed instead, which is asked about. */
  onAsk: (action: SlidAction) => void
  onPay: () => void
}

/** The one action that matters now, full width where the thumb is. */
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
      return <PayPart booking={booking} variant="accent" onPress={onPay} />
    case 'start':
    case 'reach':
    case 'confirm_cash':
      return (
        <SlideButton
          // Each begins at its start side.
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

/** The same ride once more, and after a ride the way back. */
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
