import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'

interface WideDialogProps {
  title: string
  /** What the dialog does, in one sentence. */
  text?: string
  onClose: () => void
  /** The button that does what the dialog is about. */
  action?: ReactNode
  /** True if nothing is left to do: the other button is then called "Close" instead of "Cancel". */
  isDone?: boolean
  children: ReactNode
  /** True while the dialog's action runs; the dialog cannot be closed then. */
  isBusy?: boolean
  /** The name that the build gives the dialog (scripts/build/dialogs.ts). */
  'data-dialog'?: string
}

/** A wide dialog, for more than a yes-or-no question. */
export function WideDialog(props: WideDialogProps) {
  const { title, text, onClose, action, children, isDone = false, isBusy = false } = props
  const { t } = useTranslation()
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        data-dialog={props['data-dialog']}
        className="sm:w-[36rem]"
        {...(!text && { 'aria-describedby': undefined })}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          {text && <DialogDescription>{text}</DialogDescription>}
        </DialogHeader>
        <div className="space-y-4 text-sm">{children}</div>
        <DialogFooter>
          <DialogClose asChild>
            <Button size="lg">{t(isDone ? 'close' : 'cancel')}</Button>
          </DialogClose>
          {action}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
