import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/**
 * Sends a message again that failed or was perhaps sent: once, while it is of use, and never a code.
 *
 * @throws AppError `message_not_resent`, `demo_mode`, …
 */
export const resendMessage = async (message_id: number): Promise<true> => {
  await unwrap(supabase.rpc('resend_message', { message_id }))
  return true
}

/** Takes a text message to the firm off the list of those that wait. Repeating it changes nothing. */
export const closeText = async (text_id: number): Promise<true> => {
  await unwrap(supabase.rpc('close_inbound_text', { text_id }))
  return true
}
