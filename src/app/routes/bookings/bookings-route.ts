import { loadBookings } from '@/features/bookings'
import { isStaff, lastRole } from '../../layout/known-role'

/** Loads the page of bookings: at once with the staff's table if the last session in this browser was staff. */
export const loadBookingsPage = () => loadBookings(isStaff(lastRole()))
