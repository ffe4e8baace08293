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

interface LeaveDialogProps {
  open: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before unsaved work on a zone is thrown away. */
export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation('zones')
  return (
    <Dialog open={open} onOpenChange={(next) => next || onStay()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('leave.title')}</DialogTitle>
          <DialogDescription>{t('leave.text')}</DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <Button onClick={onStay}>{t('leave.stay')}</Button>
          <Button variant="bad" onClick={onLeave}>
            {t('leave.discard')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
