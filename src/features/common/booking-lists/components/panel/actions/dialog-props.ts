import type { Booking, TripOptions } from '@/entities/booking'

/** The props of every action's dialog. */
export interface ActionDialogProps {
  booking: Booking
  options: TripOptions
  onClose: () => void
}
