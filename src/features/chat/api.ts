import useSWR, { useSWRConfig } from 'swr'
import { unwrap } from '@/lib/api'
import { pollInterval } from '@/lib/live'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'
import type { ChatMessage } from './model'

/** Maximum number of messages shown: more than the chat of a ride ever has. */
const LIMIT = 200

/** Reads a booking's messages, oldest first. */
export async function getMessages(bookingId: string): Promise<ChatMessage[]> {
  const newestFirst = await unwrap(
    supabase
      .from('chat_messages')
      .select('*')
      .eq('booking_id', bookingId)
      .order('created_at', { ascending: false })
      .limit(LIMIT)
  )
  return newestFirst.reverse()
}

/** Returns the booking's messages and keeps them up to date by its realtime topic. */
export function useMessages(bookingId: string) {
  const { mutate } = useSWRConfig()
  const channel = useBroadcast(`booking:${bookingId}`, () => void mutate(['chat', bookingId]), { events: ['chat'] })
  return useSWR(['chat', bookingId], () => getMessages(bookingId), { refreshInterval: pollInterval(channel) })
}

/**
 * Sends a message. Calls with the same client key send it only once.
 *
 * @throws AppError if the trip is over
 */
export async function sendMessage(bookingId: string, message: string, clientKey: string): Promise<ChatMessage> {
  return await unwrap(supabase.rpc('send_chat_message', { booking_id: bookingId, message, client_key: clientKey }))
}
