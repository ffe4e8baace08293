import { useEffect } from 'react'
import { applicationOf, canPush, pushOwner, unsubscribe } from '@/lib/push-device'
import { renew } from './commands'

/**
 * Keeps the subscription of this browser in order: the server hears when it is renewed, and somebody else who signs in, or a
 * session that ended without a sign-out, ends it.
 *
 * @param userId null where nobody is signed in, undefined while that is not known
 */
export function useKeepPush(userId: string | null | undefined): void {
  useEffect(() => {
    if (userId === undefined || !canPush()) return
    const keep = async () => {
      const owner = pushOwner()
      // Who applies to drive has no session yet.
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
