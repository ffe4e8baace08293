import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '@/lib/server/use-command'
import { ConfirmDialog } from './confirm-dialog'

interface CommandDialogProps
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onOpenChange' | 'keep' | 'busy' | 'error'> {
  /** The command that `onConfirm` runs. The dialog shows whether the command is busy, and the command's error. */
  command: Pick<Command<never>, 'busy' | 'error'>
  onClose: () => void
}

/** Confirms a command. The dialog is open as long as it is mounted, and "Cancel" closes it. */
export function CommandDialog({ command, onClose, ...props }: CommandDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      {...props}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      keep={t('cancel')}
      busy={command.busy}
      error={command.error}
    />
  )
}
