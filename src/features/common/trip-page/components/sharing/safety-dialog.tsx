import { Headset, Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { PanicCall, SosBlock } from '@/entities/alarm'
import { type Booking, carWords, Plate } from '@/entities/booking'
import { useSettings } from '@/entities/settings'
import { telLink } from '@/lib/typing/phone'

interface SafetyDialogProps {
  booking: Booking
  me: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Opens the dialog for sharing; undefined if the trip cannot be shared. */
  onShare: (() => void) | undefined
}

/** The dialog with help for when something about a ride is wrong. The emergency call comes first. */
export function SafetyDialog({ booking, me, isOpen, onOpenChange, onShare }: SafetyDialogProps) {
  const { t } = useTranslation(['safety', 'trips'])
  const { settings } = useSettings()
  const desk = settings?.company_phone
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('title')}</DialogTitle>
          <DialogDescription>
            {t(booking.otp_secure ? 'check_code' : 'check', { context: booking.category })}
          </DialogDescription>
        </DialogHeader>
        <PanicCall />
        <p className="mt-4 flex items-center justify-between gap-3 rounded-card border border-line p-3">
          <span className="min-w-0">
            <span className="block truncate font-semibold">{booking.driver_name}</span>
            <span className="block truncate text-sm text-muted">{carWords(booking)}</span>
          </span>
          {booking.vehicle_number && <Plate number={booking.vehicle_number} />}
        </p>
        <div className="mt-4 grid gap-2">
          {onShare && (
            <Button size="lg" onClick={onShare}>
              <Share2 aria-hidden />
              {t('trips:share.title')}
            </Button>
          )}
          {desk && (
            <Button asChild size="lg">
              <a href={telLink(desk)}>
                <Headset aria-hidden />
                {t('desk')}
              </a>
            </Button>
          )}
          <SosBlock personId={me} bookingId={booking.id} />
        </div>
      </DialogContent>
    </Dialog>
  )
}
