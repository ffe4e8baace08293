import { RouteDialog } from '@/entities/booking'
import { useReloadBooking } from '../keys'
import type { ActionDialogProps } from './dialog-props'

/** The desk gives a booking another route, as its rider does. */
export function ChangeRouteDialog({ booking, onClose }: ActionDialogProps) {
  const reload = useReloadBooking(booking.id)
  return <RouteDialog booking={booking} riderId={null} onClose={onClose} onChanged={() => void reload()} />
}
