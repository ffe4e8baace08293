import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { ChatMessage } from '../model'

/**
 * Sends a message. The client key makes a repeat harmless.
 *
 * @throws AppError where the trip is over
 */
export async function sendMessage(bookingId: string, message: string, clientKey: string): Promise<ChatMessage> {
  return await unwrap(supabase.rpc('send_chat_message', { booking_id: bookingId, message, client_key: clientKey }))
}
