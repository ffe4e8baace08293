import type { Booking, TripOptions } from '@/entities/booking'

/** The props of each action's dialog. */
export interface ActionDialogProps {
  booking: Booking
  options: TripOptions
  onClose: () => void
}
