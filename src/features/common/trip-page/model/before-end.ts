import type { Booking } from '@/entities/booking'
import { BEFORE_END } from '@/types/statuses'

/**
 * Returns whether this is a card ride that has not ended. Before its end, the fare is only reserved on the card, not charged.
 */
export const isBeforeEnd = ({ status, payment_mode }: Pick<Booking, 'status' | 'payment_mode'>): boolean =>
  payment_mode === 'card' && BEFORE_END.includes(status)
