import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'

/** Pays a booking from the wallet, or a part of it if the balance is too low. @throws AppError if the wallet is empty */
export async function payWithWallet(bookingId: string, clientKey: string): Promise<Tables<'bookings'>> {
  return await unwrap(supabase.rpc('pay_with_wallet', { booking_id: bookingId, client_key: clientKey }))
}

/** Chooses to pay a ride in cash that wallet or card did not pay; the driver is told. @throws AppError `payment_running` */
export async function payInCash(bookingId: string): Promise<Tables<'bookings'>> {
  return await unwrap(supabase.rpc('pay_in_cash', { booking_id: bookingId }))
}

/** Reads how much of a quote the wallet would pay, and how much would remain. @throws AppError `quote_not_found` */
export async function quotePayment(quoteId: string) {
  return await unwrap(supabase.rpc('quote_payment', { quote_id: quoteId }).single())
}
