import { useEffect } from 'react'
import { useUnread } from '@/entities/notice'

/**
 * Keeps the number on the installed app's icon: the person's unread notices, none after signing out. While no page is open, the
 * service worker sets it (src/worker/pushed.ts).
 */
export function AppBadge({ userId }: { userId: string }) {
  const unread = useUnread(userId)
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // A browser refuses it for a site that is not installed.
    void navigator.setAppBadge(unread).catch(() => {})
    return () => void navigator.clearAppBadge().catch(() => {})
  }, [unread])
  return null
}
