import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { type Booking, noShow, travellerOf } from '@/entities/booking'
import { useCommand } from '@/lib/server/use-command'

interface NoShowDialogProps {
  booking: Booking
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onLeft: (booking: Booking) => void
}

/** The dialog in which the driver confirms leaving, because the rider did not come. */
export function NoShowDialog({ booking, isOpen, onOpenChange, onLeft }: NoShowDialogProps) {
  const { t } = useTranslation('drive')
  const leave = useCommand(() => noShow(booking.id), {
    asks: 'dialog',
    onDone: (answer) => {
      onLeft(answer)
      onOpenChange(false)
    }
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('no_show.title', { context: booking.category })}
      text={t('no_show.text', { context: booking.category, name: travellerOf(booking) })}
      keep={t('no_show.wait')}
      confirm={t('no_show.confirm')}
      busy={leave.busy}
      error={leave.error}
      onConfirm={() => void leave.run()}
    />
  )
}
