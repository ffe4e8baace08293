import { matchPath } from 'react-router-dom'
import { paths } from '@/config/paths'
import { askBookingEarly } from '@/entities/booking'
import { askProfileEarly } from '@/entities/person'
import { storedUser } from '@/lib/session/auth-client'

/**
 * Requests the first data of a page while the page's script loads: the signed-in person's profile, and on the page of a trip
 * the booking.
 */
export function askForPage(): void {
  const person = storedUser()
  if (!person) return
  askProfileEarly(person)
  const { id } = matchPath(paths.booking(':id'), location.pathname)?.params ?? {}
  if (id) askBookingEarly(id, person)
}
