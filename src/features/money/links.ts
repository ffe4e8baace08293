import { bookingsPath } from '@/config/paths'

/** The booking at the desk. */
export const bookingAtDesk = (id: string): string => bookingsPath({ open: id })

/** Where a differing payment is examined: its booking; null if it has none. */
export const differencePath = ({ booking_id }: { booking_id: string | null }): string | null =>
  booking_id ? bookingAtDesk(booking_id) : null

/** The payment's page at the provider. */
export function providerPage(provider: string, ref: string | null): string | null {
  if (!ref) return null
  const of = encodeURIComponent(ref)
  if (provider === 'stripe') return `https://dashboard.stripe.com/search?query=${of}`
  if (provider === 'paypal') return `https://www.paypal.com/activity/payment/${of}`
  return null
}
