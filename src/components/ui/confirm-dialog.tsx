import { type ReactNode, useState } from 'react'
import { useErrorText } from '@/lib/server/use-error-text'
import { Alert } from './alert'
import { Button } from './button'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger
} from './dialog'

/**
 * The mark of the shortcut on the confirm button. `confirmKey()` makes it. This file does not import that function, because most
 * dialogs (including all that visitors see) show no shortcut and should not load its code.
 */
export interface ConfirmKey {
  aria: string
  mark: ReactNode
}

interface ConfirmDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** A sentence about the consequences. */
  text: string
  /** Labels of the cancel and confirm buttons. */
  keep: string
  confirm: string
  /** Shows the shortcut with which every dialog is confirmed from its fields. Made by `confirmKey()`. */
  confirmKey?: ConfirmKey
  onConfirm: () => void
  busy?: boolean
  disabled?: boolean
  /** What the person has to fill in first, as a sentence. The button stays pressable and says it, instead of being grey without a word. */
  missing?: string | false | null
  /** The error of the last attempt, shown above the buttons. */
  error?: unknown
  variant?: 'bad' | 'accent'
  isAboutLeaving?: boolean
  /** The button that opens the dialog. Leave it out if another component opens the dialog by `isOpen`. */
  trigger?: ReactNode
  /** Fields that the person fills in before confirming. */
  children?: ReactNode
  /** The name that the build gives the dialog (scripts/build/dialogs.ts). */
  'data-dialog'?: string
}

/** Asks for confirmation of an action that is hard to undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onOpenChange, title, text, keep, confirm, confirmKey, onConfirm } = props
  const {
    busy = false,
    disabled = false,
    missing,
    error,
    variant = 'bad',
    isAboutLeaving = false,
    trigger,
    children
  } = props
  const errorText = useErrorText()
  const [isTold, setTold] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange} isAboutLeaving={isAboutLeaving}>
      {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
      <DialogContent data-dialog={props['data-dialog']}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{text}</DialogDescription>
        </DialogHeader>
        {children}
        {(isTold && missing) || error ? (
          <Alert tone="bad" className="mt-3">
            {(isTold && missing) || errorText(error)}
          </Alert>
        ) : null}
        <DialogFooter>
          <DialogClose asChild>
            <Button size="lg">{keep}</Button>
          </DialogClose>
          <Button
            size="lg"
            variant={variant}
            busy={busy}
            disabled={disabled}
            aria-keyshortcuts={confirmKey?.aria}
            onClick={missing ? () => setTold(true) : onConfirm}
          >
            {confirm}
            {confirmKey?.mark}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
