import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Draft } from './queries'

export async function createNotification(draft: Draft): Promise<string> {
  const { id } = await unwrap(supabase.from('notifications').insert(draft).select('id').single())
  return id
}

/** Sends a notification. A repeated call does not send it again, and returns the first result. */
export const sendNotification = async (notification_id: string) =>
  unwrap(supabase.rpc('send_notification', { notification_id }))

export async function deleteNotification(id: string): Promise<void> {
  await unwrap(supabase.from('notifications').delete().eq('id', id).select('id').single())
}
