import useSWR, { useSWRConfig } from 'swr'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { ChatMessage } from './model/messages'

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

/** Returns the booking's messages and keeps them up to date by its realtime topic; null requests nothing. */
export function useMessages(bookingId: string | null) {
  const { mutate } = useSWRConfig()
  const key = bookingId && (['chat', bookingId] as const)
  const channel = useBroadcast(bookingId && `booking:${bookingId}`, () => mutate(key), { events: ['chat'] })
  return useSWR(key, ([, id]: readonly [string, string]) => getMessages(id), { refreshInterval: pollInterval(channel) })
}
