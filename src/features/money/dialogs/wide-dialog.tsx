import type { ReactNode } from 'react'
import {
  Dialog,
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
  footer: ReactNode
  children: ReactNode
  /** True while the dialog's action runs; the dialog cannot be closed then. */
  isBusy?: boolean
}

/** A wide dialog, for more than a yes-or-no question. */
export function WideDialog({ title, text, onClose, footer, children, isBusy = false }: WideDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent className="sm:w-[36rem]" {...(!text && { 'aria-describedby': undefined })}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          {text && <DialogDescription>{text}</DialogDescription>}
        </DialogHeader>
        <div className="space-y-4 text-sm">{children}</div>
        <DialogFooter>{footer}</DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
