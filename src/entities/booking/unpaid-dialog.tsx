import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useCommand } from '@/lib/server/use-command'
import { cancelBooking } from './commands'
import type { Booking } from './model'

interface UnpaidDialogProps {
  bookingId: string
  onClose: () => void
  onCancelled: (booking: Booking) => void
}

/** The dialog that cancels a booking that was never paid; no reason is asked for. */
export function UnpaidDialog({ bookingId, onClose, onCancelled }: UnpaidDialogProps) {
  const { t } = useTranslation(['pay', 'trips'])
  const cancel = useCommand(() => cancelBooking(bookingId, 'incomplete_booking'), {
    asks: 'dialog',
    onDone: (booking) => {
      onCancelled(booking)
      onClose()
    }
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('trips:cancel.title')}
      text={t('unpaid')}
      keep={t('trips:cancel.keep')}
      confirm={t('trips:cancel.confirm')}
      busy={cancel.busy}
      error={cancel.error}
      onConfirm={() => void cancel.run()}
    />
  )
}
