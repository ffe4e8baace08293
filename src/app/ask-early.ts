import { matchPath } from 'react-router-dom'
import { paths } from '@/config/paths'
import { askBookingEarly } from '@/entities/booking'
import { askProfileEarly } from '@/entities/person'
import { storedUser } from '@/lib/auth-client'

/** Requests the first data of a page while its script loads: the person, and the booking if the page is a trip. */
export function askForPage(): void {
  const person = storedUser()
  if (!person) return
  askProfileEarly(person)
  const { id } = matchPath(paths.booking(':id'), location.pathname)?.params ?? {}
  if (id) askBookingEarly(id, person)
}
