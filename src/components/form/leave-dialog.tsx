import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'

interface LeaveDialogProps {
  open: boolean
  onStay: () => void
  onLeave: () => void
}

/**
 * Asks for confirmation before the person leaves unsaved work. The work stays on this device and is offered when they return.
 */
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
