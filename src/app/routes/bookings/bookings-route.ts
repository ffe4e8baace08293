import { loadBookings } from '@/features/common/booking-lists'
import { isStaff, lastRole } from '../../layout/known-role'

/**
 * Loads the page of bookings together with the part for this person: the staff's table if the last session in this browser
 * belonged to staff, otherwise a person's own trips.
 */
export const loadBookingsPage = () => loadBookings(isStaff(lastRole()))
