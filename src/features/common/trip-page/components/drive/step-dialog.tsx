import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Booking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { AT_PICKUP } from '../../hooks/use-trip'
import type { DriverStep } from '../primary-action'

interface StepDialogProps {
  booking: Booking
  asked: DriverStep
  onClose: () => void
  /** Distance to the place of the step (m) if it is still far away; otherwise null. */
  farMetres: number | null
  /** The number of the next stop, before which the trip would end; null if there is none. */
  stop?: number | null
  toPay: number
  onConfirm: (action: DriverStep) => void
}

/**
 * The dialog that confirms a step that cannot be undone. It opens if the button was pressed instead of slid, or if the place of
 * the step is still far away.
 */
export function StepDialog({ booking, asked, onClose, farMetres, stop = null, toPay, onConfirm }: StepDialogProps) {
  const { t } = useTranslation('drive')
  const { distance, money } = useFormat()
  const isEarly = asked === 'reach' && stop !== null
  const isFar = isEarly || farMetres !== null
  const words = {
    context: booking.category,
    distance: distance((farMetres ?? 0) / 1000),
    near: distance(AT_PICKUP / 1000),
    amount: money(toPay),
    place: stop
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t(isEarly ? 'step.reach.before_stop' : `step.${asked}.${isFar ? 'far' : 'title'}`, words)}
      text={t(`step.${asked}.${isFar ? 'far_text' : 'text'}`, words)}
      keep={t('step.reach.keep')}
      confirm={t(`step.${asked}.confirm`, words)}
      variant={isFar ? 'bad' : 'accent'}
      onConfirm={() => onConfirm(asked)}
    />
  )
}
