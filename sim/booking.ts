import type { Tables } from '../src/types/database.ts'

/** A booking as the API shows it. */
export type Booking = Tables<'bookings'>
