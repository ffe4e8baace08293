import { type Booking, RouteDialog } from '@/entities/booking'

interface ChangeRouteProps {
  booking: Booking
  onClose: () => void
  onAnswer: (booking: Booking) => void
}

/** Lets the rider change the drop or the stops. In a module of its own because its texts load late. */
export function ChangeRoute({ booking, onClose, onAnswer }: ChangeRouteProps) {
  return <RouteDialog booking={booking} riderId={booking.customer_id} onClose={onClose} onChanged={onAnswer} />
}
