import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { SlideButton } from '@/components/ui/slide-button'
import type { Booking } from '@/entities/booking'
import type { TripView } from '../model/trip-view'
import { PayPart } from './pay/paying'
import type { ConfirmedCommand } from './trip-dialogs'

interface SecondaryActionsProps {
  booking: Booking
  view: TripView
  /** The payment method and the price as text, shown at the start side. */
  summary: string
  cancelLabel: string
  /** True while the server is checking whether cancelling is still possible. */
  isCancelAsked: boolean
  onAsk: (command: ConfirmedCommand) => void
  /** Called when the driver leaves because the rider did not come. */
  onNoShow: () => void
  isLeaving: boolean
  /** Called when the driver ends a trip before its last stop. */
  onReach: () => void
  onPay: () => void
}

/** The secondary actions of a trip. They are less prominent than the main action. */
export function SecondaryActions(props: SecondaryActionsProps) {
  const { booking, view, summary, cancelLabel, isCancelAsked, onAsk, onPay } = props
  const { t } = useTranslation('trips')
  const has = (action: TripView['secondary'][number]) => view.secondary.includes(action)
  return (
    <div className="space-y-3">
      {has('reach') && (
        <Button size="lg" variant="outline" className="w-full" onClick={props.onReach}>
          {t('action.reach')}
        </Button>
      )}
      {has('no_show') && (
        <SlideButton
          label={t('action.no_show', { context: booking.category })}
          onSlide={props.onNoShow}
          onPress={() => onAsk('no_show')}
          isAccent={false}
          busy={props.isLeaving}
        />
      )}
      {has('return_to_sender') && (
        <Button size="lg" variant="outline" className="w-full" onClick={() => onAsk('return_to_sender')}>
          {t('action.return_to_sender')}
        </Button>
      )}
      {has('pay_with_wallet') && <PayPart booking={booking} variant="outline" onPress={onPay} />}
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <span>{summary}</span>
        {has('cancel') && (
          <Button
            variant="link"
            className="min-h-8"
            aria-disabled={isCancelAsked || undefined}
            onClick={() => !isCancelAsked && onAsk('cancel')}
          >
            {cancelLabel}
          </Button>
        )}
      </div>
    </div>
  )
}
