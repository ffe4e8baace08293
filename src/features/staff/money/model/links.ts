import { bookingsPath } from '@/config/report-paths'

/** The path of the bookings list with this booking open. */
export const bookingAtDesk = (id: string): string => bookingsPath({ open: id })

/**
 * The path of the page where staff examine a payment that differs from the provider's report: its booking; null if it has none.
 */
export const differencePath = ({ booking_id }: { booking_id: string | null }): string | null =>
  booking_id ? bookingAtDesk(booking_id) : null

/** The URL of a payment's page at the provider; null if unknown. */
export function providerPage(provider: string, ref: string | null): string | null {
  if (!ref) return null
  const of = encodeURIComponent(ref)
  if (provider === 'stripe') return `https://dashboard.stripe.com/search?query=${of}`
  if (provider === 'paypal') return `https://www.paypal.com/activity/payment/${of}`
  return null
}
