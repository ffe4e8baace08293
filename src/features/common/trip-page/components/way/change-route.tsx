import { type Booking, RouteDialog } from '@/entities/booking'

interface ChangeRouteProps {
  booking: Booking
  onClose: () => void
  onAnswer: (booking: Booking) => void
}

/** The dialog in which the rider changes the drop-off or the stops. */
export function ChangeRoute({ booking, onClose, onAnswer }: ChangeRouteProps) {
  return <RouteDialog booking={booking} riderId={booking.customer_id} onClose={onClose} onChanged={onAnswer} />
}
