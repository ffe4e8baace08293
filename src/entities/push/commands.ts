import { ownDeviceName } from '@/lib/page/device-name'
import { applicationOf, noteRegistered, subscribe, unregisteredToken, unsubscribe } from '@/lib/page/push-device'
import { unwrap } from '@/lib/server/api'
import { AppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'

async function registerToken(userId: string, token: string): Promise<void> {
  const application = applicationOf(userId)
  if (application) await unwrap(supabase.rpc('follow_application', { sign_up_id: application, token }))
  else await unwrap(supabase.rpc('register_push_token', { token, platform: 'WEB', name: ownDeviceName() }))
  noteRegistered(userId, token)
}

/**
 * Asks the browser for permission, and subscribes this device to the person's messages. Call it only after a press, because
 * browsers refuse it otherwise.
 *
 * @returns whether the person gave permission
 * @throws AppError `push_failed` if the browser's push service does not respond
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

/** Sends the browser's subscription to the server if it is new or was last sent more than a day ago. */
export async function renew(userId: string): Promise<void> {
  const token = await unregisteredToken(userId)
  if (token) await registerToken(userId, token)
}
