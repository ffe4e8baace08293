import { loadBookings } from '@/features/bookings'
import { isStaff, lastRole } from '../../layout/known-role'

/** The bookings; the desk loads at once if the last session in this browser was staff. */
export const loadBookingsPage = () => loadBookings(isStaff(lastRole()))
