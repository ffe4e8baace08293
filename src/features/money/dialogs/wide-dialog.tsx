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
  /** What it does, in a sentence. */
  text?: string
  onClose: () => void
  footer: ReactNode
  children: ReactNode
  /** Nothing closes it while it works. */
  isBusy?: boolean
}

/** A question of the desk with more in it than a yes and a no. */
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
