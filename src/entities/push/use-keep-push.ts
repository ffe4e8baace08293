import { useEffect } from 'react'
import { applicationOf, canPush, pushOwner, unsubscribe } from '@/lib/push-device'
import { renew } from './commands'

/**
 * Maintains the browser's subscription: reports a renewed one to the server, and ends it for another person or
 * after a session that ended without a sign-out.
 *
 * @param userId null without a sign-in, undefined while unknown
 */
export function useKeepPush(userId: string | null | undefined): void {
  useEffect(() => {
    if (userId === undefined || !canPush()) return
    const keep = async () => {
      const owner = pushOwner()
      // An applicant has no session yet.
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
