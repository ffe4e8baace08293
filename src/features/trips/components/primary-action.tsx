import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { SlideButton } from '@/components/ui/slide-button'
import { againPath, paths } from '@/config/paths'
import type { Booking, StepKind } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import type { TripAction } from '../trip-view'
import { PayPart } from './pay/paying'

interface PrimaryActionProps {
  action: TripAction | null
  booking: Booking
  /** What changes hands at the end. */
  toPay: number
  /** The code is asked for and not complete. */
  isBlocked: boolean
  isBusy: boolean
  /** Nothing else matters more now. */
  isAccent: boolean
  onStep: (kind: StepKind) => void
  /** Ends the trip: slid to the end, or pressed, which is asked about. */
  onSlideReach: () => void
  onAskReach: () => void
  onPay: () => void
}

/** The one action that matters now, full width where the thumb is. */
export function PrimaryAction(props: PrimaryActionProps) {
  const { action, booking, toPay, isBlocked, isBusy, isAccent, onStep, onPay } = props
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  if (action === 'book_again') return <BookAgain booking={booking} />
  if (action === 'back_to_drive') {
    return (
      <Button asChild size="lg" variant="accent" className="w-full">
        <Link to={paths.drive}>{t('action.back_to_drive')}</Link>
      </Button>
    )
  }
  if (action === 'pay_with_wallet') return <PayPart booking={booking} variant="accent" onPress={onPay} />
  if (action === 'reach') {
    return (
      <SlideButton
        label={t('action.reach')}
        onSlide={props.onSlideReach}
        onPress={props.onAskReach}
        isAccent={isAccent}
        busy={isBusy}
        disabled={isBlocked}
      />
    )
  }
  if (action !== 'arrive' && action !== 'start' && action !== 'confirm_cash') return null
  return (
    <Button
      size="lg"
      variant={isAccent ? 'accent' : 'outline'}
      className="h-14 w-full"
      busy={isBusy}
      disabled={isBlocked}
      onClick={() => onStep(action)}
    >
      {t(`action.${action}`, { amount: money(toPay) })}
    </Button>
  )
}

/** The same ride once more, and after a ride the way back. */
function BookAgain({ booking: { id, status } }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  return (
    <div className="flex gap-2">
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
