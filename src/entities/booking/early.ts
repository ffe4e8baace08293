import { askEarly } from '@/lib/server/early'
import type { StoredUser } from '@/lib/session/auth-client'
import { earlyName, isStaff } from './reader'

/** Requests the booking that the page's URL names, while the code of that page still loads. */
export function askBookingEarly(id: string, reader: StoredUser): void {
  // Staff read a booking by another query than riders and drivers. Without a role it is unknown which of the two to send.
  if (!reader.role) return
  askEarly(earlyName(id, reader), async () => {
    const { getBooking } = await import('./queries')
    return getBooking(id, isStaff(reader.role))
  })
}
