import type { Booking } from './model'

/** The name of the person whom the driver meets: the guest if there is one, otherwise the rider. */
export const travellerOf = ({ guest_name, customer_name }: Pick<Booking, 'guest_name' | 'customer_name'>): string =>
  guest_name ?? customer_name
