import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
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
import type { Booking } from '@/entities/booking'
import { noShow } from '@/entities/booking'
import { useErrorText } from '@/lib/use-error-text'
import { useRequest } from '../hooks/use-request'

interface NoShowDialogProps {
  booking: Booking
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onLeft: (booking: Booking) => void
}

/** The last question before a driver leaves a rider who did not come. */
export function NoShowDialog({ booking, isOpen, onOpenChange, onLeft }: NoShowDialogProps) {
  const { t } = useTranslation('trips')
  const errorText = useErrorText()
  const { isBusy, error, run } = useRequest()

  const leave = () =>
    run(async () => {
      onLeft(await noShow(booking.id))
      onOpenChange(false)
    })

  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('no_show.title')}</DialogTitle>
          <DialogDescription>{t('no_show.text', { name: booking.customer_name })}</DialogDescription>
        </DialogHeader>
        {error ? <Alert tone="bad">{errorText(error)}</Alert> : null}
        <DialogFooter>
          <DialogClose asChild>
            <Button size="lg">{t('no_show.wait')}</Button>
          </DialogClose>
          <Button size="lg" variant="bad" busy={isBusy} onClick={leave}>
            {t('no_show.confirm')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
