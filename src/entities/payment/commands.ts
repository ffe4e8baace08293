import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

/** Pays from the wallet, as far as it goes. @throws AppError if the wallet is empty */
export async function payWithWallet(bookingId: string, clientKey: string): Promise<Tables<'bookings'>> {
  return await unwrap(supabase.rpc('pay_with_wallet', { booking_id: bookingId, client_key: clientKey }))
}

/** What the wallet would pay of a quote, and the rest in cash. @throws AppError `quote_not_found` */
export async function quotePayment(quoteId: string) {
  return await unwrap(supabase.rpc('quote_payment', { quote_id: quoteId }).single())
}
