import { RouteDialog } from '@/entities/booking'
import { useReloadBooking } from '../keys'
import type { ActionDialogProps } from './dialog-props'

/** The dialog in which the desk changes a booking's route; riders use the same one. */
export function ChangeRouteDialog({ booking, onClose }: ActionDialogProps) {
  const reload = useReloadBooking(booking.id)
  return <RouteDialog booking={booking} riderId={null} onClose={onClose} onChanged={() => void reload()} />
}
