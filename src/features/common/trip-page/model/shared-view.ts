import type { SharedTrip } from '@/entities/booking'

/** Returns the heading of a shared trip, as a key in `ride:shared.title`. */
export function sharedTitle({ status, expected, left }: Pick<SharedTrip, 'status' | 'expected' | 'left'>): string {
  switch (status) {
    case 'PAYMENT_PENDING':
      return 'waiting'
    case 'NEW':
      return expected.pickup === null ? 'new' : 'scheduled'
    case 'ACCEPTED':
      return left === null ? 'accepted_unknown' : 'accepted'
    case 'ARRIVED':
      return 'arrived'
    case 'STARTED':
      return expected.drop === null ? 'started_unknown' : 'started'
    case 'CANCELLED':
      return 'cancelled'
    default:
      return 'reached'
  }
}
