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

/** Keys and how they are shown: most dialogs, and all of visitors, have none, and load nothing of it. */
export interface ConfirmKey {
  arePressed: (event: globalThis.KeyboardEvent) => boolean
  aria: string
  mark: ReactNode
}

interface ConfirmDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** What follows, in a sentence. */
  text: string
  /** Labels of the way back and the way on. */
  keep: string
  confirm: string
  /** What presses it, also while somebody writes in the dialog: `confirmKey()`. */
  confirmKey?: ConfirmKey
  onConfirm: () => void
  busy?: boolean
  disabled?: boolean
  /** Why it was refused. */
  error?: unknown
  variant?: 'bad' | 'accent'
  isAboutLeaving?: boolean
  /** What opens it, where that stands beside it. */
  trigger?: ReactNode
  /** What has to be chosen or written first. */
  children?: ReactNode
}

/** The question before something that is not easily undone. */
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
      <DialogContent {...(confirmKey && { onKeyDown })}>
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
