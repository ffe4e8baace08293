import type { Booking } from '@/entities/booking'
import { Meter } from './meter'
import { TextReceipt } from './text-receipt'

/** What a driver needs on a ride from the street: the meter while it runs, the passenger's receipt once it is paid. */
export function StreetBlock({ booking }: { booking: Booking }) {
  if (booking.status === 'STARTED') return <Meter bookingId={booking.id} />
  if (booking.status === 'PAID' || booking.status === 'COMPLETE') return <TextReceipt bookingId={booking.id} />
  return null
}
