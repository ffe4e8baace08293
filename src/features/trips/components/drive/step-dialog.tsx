import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Booking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import type { SlidAction } from '../primary-action'

interface StepDialogProps {
  booking: Booking
  asked: SlidAction
  onClose: () => void
  /** Distance to the drop-off (m) if it is still far away; otherwise null. */
  farMetres: number | null
  toPay: number
  onConfirm: (action: SlidAction) => void
}

/**
 * The dialog that confirms a step that cannot be undone. It opens if the button was pressed instead of slid, or if the drop-off
 * is still far away.
 */
export function StepDialog({ booking, asked, onClose, farMetres, toPay, onConfirm }: StepDialogProps) {
  const { t } = useTranslation('drive')
  const { distance, money } = useFormat()
  const isFar = asked === 'reach' && farMetres !== null
  const words = { context: booking.category, distance: distance((farMetres ?? 0) / 1000), amount: money(toPay) }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t(isFar ? 'step.reach.far' : `step.${asked}.title`, words)}
      text={t(isFar ? 'step.reach.far_text' : `step.${asked}.text`, words)}
      keep={t('step.reach.keep')}
      confirm={t(`step.${asked}.confirm`, words)}
      variant={isFar ? 'bad' : 'accent'}
      onConfirm={() => onConfirm(asked)}
    />
  )
}
