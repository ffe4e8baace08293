import { type Booking, RouteDialog } from '@/entities/booking'

interface ChangeRouteProps {
  booking: Booking
  onClose: () => void
  onAnswer: (booking: Booking) => void
}

/** The rider gives their trip another drop or other stops. Its words come late, so it does, too. */
export function ChangeRoute({ booking, onClose, onAnswer }: ChangeRouteProps) {
  return <RouteDialog booking={booking} riderId={booking.customer_id} onClose={onClose} onChanged={onAnswer} />
}
