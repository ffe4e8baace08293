import { Share2, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useKeptCall } from '@/entities/alarm'
import { type Booking, isOnTheRoad } from '@/entities/booking'
import { useWarm } from '@/lib/loading/use-warm'
import { cn } from '@/lib/utils'
import type { Trip } from '../../hooks/use-trip'
import { ShareDialog } from './share-dialog'

const loadSafety = async () => ({ default: (await import('./safety-dialog')).SafetyDialog })
const SafetyDialog = lazy(loadSafety)

const pill = 'rounded-full px-3 tight:w-10 tight:px-0'
/**
 * Classes for the label of a button. In windows narrower than 360 px there is only space for the icon, so only screen readers
 * get the label.
 */
const word = 'tight:sr-only'

interface TripToolsProps {
  booking: Booking
  me: string
  trip: Trip
  className?: string | undefined
}

/**
 * Returns whether the safety button must be shown: from the moment when a driver has accepted the trip until it is paid.
 */
export const isSafetyNear = ({ status }: Trip) => isOnTheRoad(status) || status === 'REACHED' || status === 'PENDING'

/** The buttons for sharing and safety, within a rider's reach for as long as the trip is active. */
export function TripTools({ booking, me, trip, className }: TripToolsProps) {
  // Only for the rider. Staff only watches, and the driver has these actions in the footer.
  return me === booking.customer_id ? <RiderTools booking={booking} me={me} trip={trip} className={className} /> : null
}

function RiderTools({ booking, me, trip, className }: TripToolsProps) {
  const { t } = useTranslation('trips')
  const [open, setOpen] = useState<'share' | 'safety' | null>(null)
  const actions = trip.options?.actions ?? []
  const [canShare, isShared] = [actions.includes('share'), actions.includes('unshare')]
  useKeptCall(me)
  const isNear = isSafetyNear(trip)
  useWarm(loadSafety, isNear)
  const hasGuestLink = actions.includes('end_guest_link')
  const hasLink = canShare || isShared || hasGuestLink
  if (!hasLink && !isNear) return null
  const openOf = (which: 'share' | 'safety') => ({
    isOpen: open === which,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? which : null)
  })
  return (
    <div className={cn('flex gap-2', className)}>
      {hasLink && (
        <Button variant="outline" className={pill} onClick={() => setOpen('share')}>
          <Share2 aria-hidden className={isShared ? 'text-ok' : ''} />
          <span className={word}>{t(isShared ? 'share.on' : 'share.action')}</span>
        </Button>
      )}
      {isNear && (
        <Button variant="outline" className={pill} onClick={() => setOpen('safety')}>
          <ShieldCheck aria-hidden />
          <span className={word}>{t('safety.title')}</span>
        </Button>
      )}
      <ShareDialog
        booking={booking}
        canShare={canShare}
        isShared={isShared}
        hasGuestLink={hasGuestLink}
        {...openOf('share')}
      />
      {open === 'safety' && (
        <Suspense>
          <SafetyDialog
            booking={booking}
            me={me}
            onShare={canShare ? () => setOpen('share') : undefined}
            {...openOf('safety')}
          />
        </Suspense>
      )}
    </div>
  )
}
