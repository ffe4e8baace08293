import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'

interface LeaveDialogProps {
  open: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before leaving unsaved work; it stays on this device and is offered again. */
export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation('form')
  return (
    <ConfirmDialog
      isOpen={open}
      onOpenChange={(next) => next || onStay()}
      title={t('leave.title')}
      text={t('leave.kept')}
      keep={t('leave.stay')}
      confirm={t('leave.leave')}
      onConfirm={onLeave}
      isAboutLeaving
    />
  )
}
