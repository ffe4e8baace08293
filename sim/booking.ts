import type { Tables } from '../src/types/database.ts'

/** A booking in the form that the API returns. */
export type Booking = Tables<'bookings'>
