import type { KeptPerson } from '@/lib/auth-client'
import { askEarly } from '@/lib/early'
import { earlyName, isStaff } from './reader'

/** Asks for the booking of an address while the page of it comes. */
export function askBookingEarly(id: string, reader: KeptPerson): void {
  // Without a role nobody knows yet which way to ask.
  if (!reader.role) return
  askEarly(earlyName(id, reader), async () => {
    const { getBooking } = await import('./queries')
    return getBooking(id, isStaff(reader.role))
  })
}
