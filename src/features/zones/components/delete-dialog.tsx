import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger
} from '@/components/ui/dialog'

interface DeleteDialogProps {
  name: string
  busy: boolean
  onDelete: () => Promise<void>
}

/** Asks before a zone goes for good, and says that switching it off may be enough. */
export function DeleteDialog({ name, busy, onDelete }: DeleteDialogProps) {
  const { t } = useTranslation('zones')
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={t('delete')} className="text-bad">
          <Trash2 aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('delete_title', { name })}</DialogTitle>
          <DialogDescription>{t('delete_text')}</DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <DialogClose asChild>
            <Button>{t('keep')}</Button>
          </DialogClose>
          <Button variant="bad" busy={busy} onClick={() => void onDelete().finally(() => setOpen(false))}>
            {t('delete')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
