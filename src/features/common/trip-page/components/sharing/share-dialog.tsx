import { useEffect } from 'react'
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
import { ErrorBanner } from '@/components/ui/error-state'
import { SendLink } from '@/components/ui/send-link'
import { Skeleton } from '@/components/ui/skeleton'
import type { Booking } from '@/entities/booking'
import { useSharing } from '../../hooks/use-sharing'

interface ShareDialogProps {
  booking: Booking
  /** True if a link can be sent, because the trip is not over. If it is over, an existing link can only be revoked. */
  canShare: boolean
  /** True if a link exists, which can be revoked. */
  isShared: boolean
  /** True if the guest who travels on this booking got a link of their own. */
  hasGuestLink: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Whether only the rider has the code: of a ride that the office booked, the guest is told it only if the ride is paid in cash. */
const keepsCode = ({ otp_secure, booking_type_admin, payment_mode }: Booking): boolean =>
  otp_secure && booking_type_admin && payment_mode !== 'cash'

/** The dialog about the link to a trip: what it shows and for how long, how to send it, and how to revoke it. */
export function ShareDialog({ booking, canShare, isShared, hasGuestLink, isOpen, onOpenChange }: ShareDialogProps) {
  const { t } = useTranslation('trips')
  const { link, begin, end, endGuest } = useSharing(booking, () => onOpenChange(false))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once each time the dialog opens
  useEffect(() => {
    if (isOpen && canShare && !link) void begin.run()
  }, [isOpen])
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('share.title')}</DialogTitle>
          <DialogDescription>{t(canShare ? 'share.text' : 'share.over')}</DialogDescription>
        </DialogHeader>
        {begin.error && <ErrorBanner error={begin.error} onRetry={() => void begin.run()} />}
        {end.error && <ErrorBanner error={end.error} onRetry={() => void end.run()} />}
        {link && (
          <p dir="ltr" className="rounded-control bg-soft px-3.5 py-3 text-sm break-all select-all">
            {link}
          </p>
        )}
        {begin.busy && !link && <Skeleton className="h-16" />}
        {hasGuestLink && (
          <div className="mt-4 flex items-center justify-between gap-3 rounded-control border border-line p-3 text-sm">
            <p className="text-pretty">
              {t('share.guest', { name: booking.guest_name, ...(keepsCode(booking) && { context: 'own_code' }) })}
            </p>
            <Button
              size="sm"
              variant="bad"
              className="pointer-coarse:min-h-11"
              busy={endGuest.busy}
              onClick={() => void endGuest.run()}
            >
              {t('share.end_guest')}
            </Button>
          </div>
        )}
        {endGuest.error && <ErrorBanner error={endGuest.error} onRetry={() => void endGuest.run()} />}
        <DialogFooter>
          {(link || isShared) && (
            <Button size="lg" variant="bad" busy={end.busy} onClick={() => void end.run()}>
              {t('share.end')}
            </Button>
          )}
          {link && <SendLink link={link} words={t('share.words', { context: booking.category })} />}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
