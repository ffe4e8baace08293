import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'

interface LeaveDialogProps {
  open: boolean
  /** What was changed stays on this device and is offered again. */
  isKept: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before unsaved work is left behind. */
export function LeaveDialog({ open, isKept, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation('form')
  return (
    <ConfirmDialog
      isOpen={open}
      onOpenChange={(next) => next || onStay()}
      title={t('leave.title')}
      text={t(isKept ? 'leave.kept' : 'leave.lost')}
      keep={t('leave.stay')}
      confirm={t(isKept ? 'leave.leave' : 'leave.discard')}
      onConfirm={onLeave}
      isAboutLeaving
    />
  )
}
