import type { Booking } from '@/entities/booking'
import type { Replay } from '../trail/replay'

/** The props of a section of the panel. */
export interface SectionProps {
  booking: Booking
  onReplay?: (replay: Replay | null) => void
}
