import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** Sends the receipt to the email address of the account, and returns that address. */
export const sendReceipt = async (bookingId: string): Promise<string> =>
  unwrap(supabase.rpc('send_receipt', { booking_id: bookingId }))
