import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { type Command, useCommand } from '@/lib/use-command'
import { useReloadBooking } from '../keys'

/** Runs a command on one booking from its dialog, then revalidates everything shown of the booking and closes the dialog. */
export function useAction<Arg>(
  bookingId: string,
  onClose: () => void,
  done: string,
  send: (arg: Arg, clientKey: string) => Promise<unknown>
): Command<Arg> {
  const reload = useReloadBooking(bookingId)
  return useCommand(send, {
    done,
    onDone: () => {
      void reload()
      onClose()
    }
  })
}

interface ActionFrameProps {
  title: string
  text: string
  confirm: string
  variant?: 'accent' | 'bad'
  /** True if a required input is missing. */
  disabled?: boolean
  command: Pick<Command<never>, 'busy' | 'error'>
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** The confirmation dialog of a command on a booking. */
export function ActionFrame({ variant = 'accent', disabled = false, command, onClose, ...props }: ActionFrameProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      {...props}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      keep={t('cancel')}
      variant={variant}
      disabled={disabled}
      busy={command.busy}
      error={command.error}
    />
  )
}
