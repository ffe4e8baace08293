import { type Booking, isPaid } from '@/entities/booking'
import type { Place } from '@/lib/geo/geo'
import type { Trip } from '../../hooks/use-trip'
import { Meter } from './meter'
import { StreetCard } from './street-card'
import { StreetGoal } from './street-goal'
import { TextReceipt } from './text-receipt'

interface StreetBlockProps {
  booking: Booking
  trip: Trip
  goal: Place | null
  onGoal: (goal: Place | null) => void
  onReload: () => void
}

/**
 * The driver's view of a street trip: the taximeter while it runs and the destination, the code for paying by card, and the receipt after payment.
 */
export function StreetBlock({ booking, trip, goal, onGoal, onReload }: StreetBlockProps) {
  const { id, status, payment_mode } = booking
  if (status === 'STARTED') {
    return (
      <>
        <Meter bookingId={id} />
        <StreetGoal
          bookingId={id}
          goal={goal}
          near={trip.position ?? { lat: booking.pickup_lat, lng: booking.pickup_lng }}
          progress={goal && trip.progress}
          arrival={trip.expected.drop}
          onChange={onGoal}
        />
      </>
    )
  }
  if (status === 'PENDING' && trip.options?.actions.includes('show_pay_code')) {
    return <StreetCard bookingId={id} isCard={payment_mode === 'card'} onAsked={onReload} />
  }
  if (isPaid(status)) return <TextReceipt bookingId={id} />
  return null
}
