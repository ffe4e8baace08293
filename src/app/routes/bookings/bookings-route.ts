import { loadBookings } from '@/features/bookings'
import { isStaff, lastRole } from '../../layout/known-role'

/** The bookings, with the desk at once for somebody who was staff here last time. */
export const loadBookingsPage = () => loadBookings(isStaff(lastRole()))
