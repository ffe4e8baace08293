import { Headset } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { useSettings } from '@/entities/settings'
import { telLink } from '@/lib/typing/phone'
import { PanicCall } from './panic-call'
import { SosBlock } from './sos-block'

interface SosDialogProps {
  personId: string
  /** Null if the driver is not on a trip. */
  bookingId: string | null
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The dialog in which a driver calls for help, on or between trips. */
export function SosDialog({ personId, bookingId, isOpen, onOpenChange }: SosDialogProps) {
  const { t } = useTranslation('safety')
  const { settings } = useSettings()
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('title')}</DialogTitle>
          <DialogDescription>{t('for_driver')}</DialogDescription>
        </DialogHeader>
        <div className="grid gap-2">
          <PanicCall />
          {settings?.company_phone && (
            <Button asChild size="lg">
              <a href={telLink(settings.company_phone)}>
                <Headset aria-hidden />
                {t('desk')}
              </a>
            </Button>
          )}
          <SosBlock personId={personId} bookingId={bookingId} />
        </div>
      </DialogContent>
    </Dialog>
  )
}
