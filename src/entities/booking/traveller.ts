import type { Booking } from './model'

/** The person the driver meets: the guest, or the rider. */
export const travellerOf = ({ guest_name, customer_name }: Pick<Booking, 'guest_name' | 'customer_name'>): string =>
  guest_name ?? customer_name
