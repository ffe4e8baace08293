import type { KeyboardEvent, ReactNode } from 'react'
import { useErrorText } from '@/lib/use-error-text'
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
 * The shortcut of the confirm button. `confirmKey()` makes it. This file does not import that function, because most dialogs
 * (including all that visitors see) have no shortcut and should not load its code.
 */
export interface ConfirmKey {
  arePressed: (event: globalThis.KeyboardEvent) => boolean
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
  /** A shortcut that confirms, even while the person types in a field of the dialog. Made by `confirmKey()`. */
  confirmKey?: ConfirmKey
  onConfirm: () => void
  busy?: boolean
  disabled?: boolean
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
  const { busy = false, disabled = false, error, variant = 'bad', isAboutLeaving = false, trigger, children } = props
  const errorText = useErrorText()
  const onKeyDown = (event: KeyboardEvent) => {
    if (!confirmKey?.arePressed(event.nativeEvent) || busy || disabled) return
    event.preventDefault()
    onConfirm()
  }
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange} isAboutLeaving={isAboutLeaving}>
      {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
      <DialogContent data-dialog={props['data-dialog']} {...(confirmKey && { onKeyDown })}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{text}</DialogDescription>
        </DialogHeader>
        {children}
        {error ? (
          <Alert tone="bad" className="mt-3">
            {errorText(error)}
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
            onClick={onConfirm}
          >
            {confirm}
            {confirmKey?.mark}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
