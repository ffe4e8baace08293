import { useEffect } from 'react'
import { applicationOf, canPush, pushOwner, unsubscribe } from '@/lib/page/push-device'
import { renew } from './commands'

/**
 * Keeps the browser's push subscription correct. It sends a renewed subscription to the server, and ends the subscription when
 * another person signs in or a session has ended without signing out.
 *
 * @param userId null if nobody is signed in, undefined while unknown
 */
export function useKeepPush(userId: string | null | undefined): void {
  useEffect(() => {
    if (userId === undefined || !canPush()) return
    const keep = async () => {
      const owner = pushOwner()
      // Someone who has applied as a driver has no session yet, so their subscription stays.
      if (owner === null || (userId === null && applicationOf(owner))) return
      if (owner !== userId) await unsubscribe()
      else await renew(userId)
    }
    const look = () => void keep().catch(() => {})
    const onMessage = ({ data }: MessageEvent) => data?.resubscribed && look()
    look()
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [userId])
}
