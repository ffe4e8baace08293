import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'

interface OptionDialogProps {
  title: string
  text: string
  onClose: () => void
  onDone: () => void
  children: ReactNode
  /** The name that the build gives the dialog (scripts/build/dialogs.ts). */
  'data-dialog'?: string
}

/** A dialog for one of the ride options. On a phone it is a sheet. The button or Enter confirms the choice. */
export function OptionDialog({ title, text, onClose, onDone, children, 'data-dialog': name }: OptionDialogProps) {
  const { t } = useTranslation('needs')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent data-dialog={name}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onDone()
          }}
        >
          <DialogHeader>
            <DialogTitle>{title}</DialogTitle>
            <DialogDescription className="text-pretty">{text}</DialogDescription>
          </DialogHeader>
          <div className="space-y-4">{children}</div>
          <DialogFooter>
            <Button type="submit" variant="accent" size="lg" className="w-full">
              {t('done')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
