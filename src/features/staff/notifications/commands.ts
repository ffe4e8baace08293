import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Json } from '@/types/database'
import { type Draft, writtenWords } from './model'

export async function createNotification(draft: Draft): Promise<string> {
  const words = writtenWords(draft.words) as unknown as Json
  const { id } = await unwrap(
    supabase
      .from('notifications')
      .insert({ ...draft, words })
      .select('id')
      .single()
  )
  return id
}

/** Sends a notification. A repeated call does not send it again, and returns the first result. */
export const sendNotification = async (notification_id: string) =>
  unwrap(supabase.rpc('send_notification', { notification_id }))

export async function deleteNotification(id: string): Promise<void> {
  await unwrap(supabase.from('notifications').delete().eq('id', id).select('id').single())
}

/** Stops a notification: what has not left yet is dropped. Repeating it changes nothing. @throws AppError `notification_not_sent` */
export const stopNotification = async (notification_id: string) =>
  unwrap(supabase.rpc('stop_notification', { notification_id }))

/** Sends the caller a notification as people get it. Returns the number or address, or the number of devices. */
export const sendTest = (test: { channel: string; title: string; body: string; lang: string }): Promise<string> =>
  unwrap(supabase.rpc('send_test_news', test))
