import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { storedMobile } from '@/lib/typing/phones'

/**
 * Sends the receipt of a street trip to the passenger's phone by text message.
 *
 * @returns The number to which it goes.
 * @throws AppError `mobile_no_blank_error`, `too_many_requests`, …
 */
export async function sendStreetReceipt(booking_id: string, typed: string): Promise<string> {
  const mobile = (await storedMobile(typed)) || typed
  await unwrap(supabase.rpc('send_street_receipt', { booking_id, mobile }))
  return mobile
}

/**
 * Switches a street trip to payment by card. Returns the token of the page on which the passenger pays. Further calls return
 * the same token.
 *
 * @throws AppError `wrong_status`, …
 */
export const askStreetCard = (booking_id: string): Promise<string> =>
  unwrap(supabase.rpc('ask_street_card', { booking_id }))
