import type { Booking, TripOptions } from '@/entities/booking'

/** What the dialog of each action gets. */
export interface ActionDialogProps {
  booking: Booking
  options: TripOptions
  onClose: () => void
}
