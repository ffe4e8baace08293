import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/**
 * Sends the desk's answer to a driver; a null message closes the conversation without an answer.
 *
 * @throws AppError `message_invalid`, `demo_mode`, …
 */
export const answerDriver = async (driver_id: string, message: string | null, client_key: string): Promise<true> => {
  await unwrap(supabase.rpc('answer_driver', { driver_id, message, client_key }))
  return true
}
