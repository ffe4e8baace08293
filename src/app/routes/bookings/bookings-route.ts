import { loadBookings } from '@/features/bookings'
import { isStaff, lastRole } from '../../layout/known-role'

/** The bookings, with the desk at once if the last session here was staff. */
export const loadBookingsPage = () => loadBookings(isStaff(lastRole()))
