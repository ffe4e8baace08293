import { unwrap } from '@/lib/api'
import { AppError } from '@/lib/errors'
import { applicationOf, noteRegistered, subscribe, unregisteredToken, unsubscribe } from '@/lib/push-device'
import { supabase } from '@/lib/supabase'

async function registerToken(userId: string, token: string): Promise<void> {
  const application = applicationOf(userId)
  if (application) await unwrap(supabase.rpc('follow_application', { sign_up_id: application, token }))
  else await unwrap(supabase.rpc('register_push_token', { token, platform: 'WEB' }))
  noteRegistered(userId, token)
}

/**
 * Asks the browser for leave to notify, and has this person's messages sent here. Only by a press: browsers refuse else.
 *
 * @returns whether the person allowed it
 * @throws AppError `push_failed` where the browser's service does not answer
 */
export async function turnOn(userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const token = await subscribe(userId).catch(() => {
    throw new AppError('push_failed')
  })
  try {
    await registerToken(userId, token)
  } catch (error) {
    await unsubscribe().catch(() => {})
    throw error
  }
  return true
}

/** Keeps the server's word of this browser true. */
export async function renew(userId: string): Promise<void> {
  const token = await unregisteredToken(userId)
  if (token) await registerToken(userId, token)
}
