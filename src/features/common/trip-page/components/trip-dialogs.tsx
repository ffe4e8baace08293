import { lazy, Suspense } from 'react'
import { type Booking, CancelDialog, type Party } from '@/entities/booking'
import { useWarm } from '@/lib/loading/use-warm'
import { NoShowDialog } from './load-drive'

const loadUnpaid = async () => ({ default: (await import('./pay/unpaid')).UnpaidDialog })
const UnpaidDialog = lazy(loadUnpaid)

const loadReturn = async () => ({ default: (await import('./way/return-dialog')).ReturnDialog })
const ReturnDialog = lazy(loadReturn)

/** A command that needs a confirmation. */
export type ConfirmedCommand = 'cancel' | 'no_show' | 'return_to_sender'

interface TripDialogsProps {
  asked: ConfirmedCommand | null
  onAsk: (command: ConfirmedCommand | null) => void
  booking: Booking
  party: Party
  /** The fee or effect of cancelling. */
  consequence: string
  onCancelled: (booking: Booking) => void
  onAnswer: (booking: Booking) => void
}

/** The confirmation dialog of the chosen command. */
export function TripDialogs({ asked, onAsk, booking, party, consequence, onCancelled, onAnswer }: TripDialogsProps) {
  useWarm(loadUnpaid, booking.status === 'PAYMENT_PENDING')
  useWarm(loadReturn, party === 'driver' && booking.category === 'delivery')
  const shared = { booking, isOpen: true, onOpenChange: (isOpen: boolean) => onAsk(isOpen ? asked : null) }
  switch (asked) {
    case 'cancel':
      if (booking.status === 'PAYMENT_PENDING') {
        return (
          <Suspense>
            <UnpaidDialog bookingId={booking.id} onClose={() => onAsk(null)} onCancelled={onCancelled} />
          </Suspense>
        )
      }
      return <CancelDialog {...shared} party={party} consequence={consequence} onCancelled={onCancelled} />
    case 'no_show':
      return (
        <Suspense>
          <NoShowDialog {...shared} onLeft={onAnswer} />
        </Suspense>
      )
    case 'return_to_sender':
      return (
        <Suspense>
          <ReturnDialog booking={booking} onClose={() => onAsk(null)} />
        </Suspense>
      )
    case null:
      return null
  }
}
