import { RouteDialog } from '@/entities/booking'
import { useReloadBooking } from '../keys'
import type { ActionDialogProps } from './dialog-props'

/** Changes a booking's route, with the dialog that riders use. */
export function ChangeRouteDialog({ booking, onClose }: ActionDialogProps) {
  const reload = useReloadBooking(booking.id)
  return <RouteDialog booking={booking} riderId={null} onClose={onClose} onChanged={() => void reload()} />
}
