import type { StoredUser } from '@/lib/auth-client'
import { askEarly } from '@/lib/early'
import { earlyName, isStaff } from './reader'

/** Requests the booking of an address while its page loads. */
export function askBookingEarly(id: string, reader: StoredUser): void {
  // Riders and drivers read a booking by another query than staff: without a role it is unknown which one to send.
  if (!reader.role) return
  askEarly(earlyName(id, reader), async () => {
    const { getBooking } = await import('./queries')
    return getBooking(id, isStaff(reader.role))
  })
}
