import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

export const talkKey = (driverId: string) => ['read-talk', driverId] as const

/** Returns the messages between a driver and the desk, newest first. */
export const useDriverTalk = (driverId: string) =>
  useSWR(
    talkKey(driverId),
    async () => (await unwrap(supabase.rpc('read_desk_messages', { driver_id: driverId }))).rows
  )

/**
 * Sends the desk's answer to a driver; a null message closes the conversation without an answer.
 *
 * @throws AppError `message_invalid`, `demo_mode`, …
 */
export const answerDriver = async (driver_id: string, message: string | null, client_key: string): Promise<true> => {
  await unwrap(supabase.rpc('answer_driver', { driver_id, message, client_key }))
  return true
}
