import { type Booking, RouteDialog } from '@/entities/booking'

interface ChangeRouteProps {
  booking: Booking
  onClose: () => void
  onAnswer: (booking: Booking) => void
}

/**
 * The dialog in which the rider changes the drop-off or the stops. It is in a module of its own because its texts load on
 * demand.
 */
export function ChangeRoute({ booking, onClose, onAnswer }: ChangeRouteProps) {
  return <RouteDialog booking={booking} riderId={booking.customer_id} onClose={onClose} onChanged={onAnswer} />
}
