import { type DeskBooking, useBooking, useTripOptions } from '@/entities/booking'
import { useReader } from '@/entities/person'
import { ActionDialog } from './actions/action-dialog'
import type { DeskAction } from './actions/model'

interface BookingActionProps {
  bookingId: string
  action: DeskAction
  onClose: () => void
}

/** The dialog of an action that was chosen in the desk's list and not in the panel. It opens once the booking has loaded. */
export function BookingAction({ bookingId, ...props }: BookingActionProps) {
  const { data: booking } = useBooking(bookingId, useReader())
  return booking ? <LoadedAction booking={booking} {...props} /> : null
}

function LoadedAction({ booking, ...props }: Omit<BookingActionProps, 'bookingId'> & { booking: DeskBooking }) {
  const options = useTripOptions(booking)
  return options ? <ActionDialog booking={booking} options={options} {...props} /> : null
}
